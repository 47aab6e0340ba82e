import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { explain } from "../../api.ts";

/** Photos of phones have many times as many pixels as a QR code needs. */
const MAX_PIXELS = 1_000;

/** Reads an address from the picture of a QR code: as it is, or within a link, as wallet apps show it (SEP-7). */
async function addressIn(picture: File): Promise<string> {
  const [{ default: decode }, bitmap] = await Promise.all([import("qr/decode.js"), createImageBitmap(picture)]);
  const scale = Math.min(1, MAX_PIXELS / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas?.drawImage(bitmap, 0, 0, width, height);
  const image = canvas?.getImageData(0, 0, width, height);
  const text = image && read(() => decode(image));
  const address = text && /[GC][A-Z2-7]{55}/.exec(text)?.[0];
  if (!address)
    throw new Error("No wallet's address was found in the picture. Take it again, closer, or type the address.");
  return address;
}

function read(decode: () => string): string | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

/** Takes a picture of the QR code that a wallet app shows; on a computer, chooses one. */
export function ScanAddress({ onFound }: { onFound(address: string): void }) {
  const id = useId();
  const scan = useMutation({ mutationFn: addressIn, onSuccess: onFound });
  return (
    <div className="field">
      <label htmlFor={id}>Or scan the QR code of its address</label>
      <input
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        onChange={({ target }) => {
          const [picture] = target.files ?? [];
          if (picture) scan.mutate(picture);
          target.value = "";
        }}
      />
      <p className={scan.error ? "note error" : "note"} role="status">
        {scan.error && explain(scan.error)}
        {scan.isPending && "Reading the picture …"}
        {scan.data && "The address is in the field above. Compare it with your wallet app."}
      </p>
    </div>
  );
}
