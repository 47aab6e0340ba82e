import type { BodyOf } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { amount, time } from "../../../ui/format.ts";
import { QrCode } from "../../../ui/qr.tsx";

type Made = BodyOf<"POST /campaigns/:id/vouchers">;
type Sheet = Pick<Made, "amount" | "expires_at"> & { vouchers: NonNullable<Made["vouchers"]> };

/** Cards with their QR codes, as they come out of the printer. */
export function Sheet({ of: { vouchers, expires_at, ...of } }: { of: Sheet }) {
  const { asset } = useConfig();
  return (
    <ol className="sheet" aria-label="Vouchers">
      {vouchers.map(({ id, code, url }) => (
        <li key={id}>
          <QrCode text={url} label="QR code of the link that redeems it" />
          <strong>{amount(of.amount, asset.code)}</strong>
          <code>{code}</code>
          <small>until {time(expires_at)}</small>
        </li>
      ))}
    </ol>
  );
}
