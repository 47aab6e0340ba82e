import { Link, useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { api, type BodyOf } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { download } from "../../../ui/download.ts";
import { ApiForm, moment } from "../../../ui/form.tsx";
import { amount, count } from "../../../ui/format.ts";
import { Button, Card, Notice, TextField } from "../../../ui/ui.tsx";
import { AmountField } from "../../amount-field.tsx";
import { CampaignField } from "../campaign-field.tsx";
import { Sheet } from "./sheet.tsx";

type Made = BodyOf<"POST /campaigns/:id/vouchers">;

interface Props {
  campaignId: string | undefined;
  /** Called when somebody has the codes. */
  done(campaignId: number): void;
}

export function MakeVouchers({ campaignId, done }: Props) {
  const { asset } = useConfig();
  const [made, setMade] = useState<Made>();
  const close = () => {
    setMade(undefined);
    if (made) done(made.campaign_id);
  };
  if (made) return <Codes of={made} done={close} />;
  return (
    <Card title="Make vouchers">
      <ApiForm
        submit="Make them"
        run={async ({ campaign_id = "", count: number, amount = "", expires_at }, idempotencyKey) => {
          const body = { count: Number(number), amount, ...(expires_at && { expires_at: moment(expires_at) ?? "" }) };
          const params = { id: campaign_id };
          return (await api.merchant.call("POST /campaigns/:id/vouchers", { params, body, idempotencyKey })).body;
        }}
        done={setMade}
      >
        {(errors) => (
          <div className="fields">
            <CampaignField defaultValue={campaignId} />
            <TextField
              label="How many"
              name="count"
              type="number"
              min={1}
              max={1000}
              required
              hint="At most 1,000 in one batch."
              error={errors.count}
            />
            <AmountField
              label={`Each pays, in ${asset.code}`}
              name="amount"
              required
              hint="All of it is reserved in the campaign’s budget now."
              error={errors.amount}
            />
            <TextField
              label="Valid until (optional)"
              name="expires_at"
              type="datetime-local"
              hint="Empty: until the campaign ends."
              error={errors.expires_at}
            />
          </div>
        )}
      </ApiForm>
    </Card>
  );
}

/** The codes, which the service shows this once. */
function Codes({ of: { id, vouchers, ...batch }, done }: { of: Made; done(): void }) {
  const { asset } = useConfig();
  useBlocker({
    disabled: vouchers === null,
    // The filter below changes only the address.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname &&
      !confirm("The codes are shown only on this page. Leave it, if you have saved or printed them?"),
  });
  const save = () => {
    const lines = vouchers?.map(({ code, url }) => `${code},${url}\r\n`) ?? [];
    download(`vouchers-${id}.csv`, ["code,url\r\n", ...lines]);
  };
  return (
    <Card title={`Batch ${id}: ${count(batch.count)} vouchers of ${amount(batch.amount, asset.code)}`}>
      <div className="stack">
        {vouchers === null ? (
          <Notice tone="error" title="The codes were shown before">
            The answer with them was lost. Cancel{" "}
            <Link to="/merchant/vouchers/$id" params={{ id: String(id) }}>
              the batch
            </Link>
            , and make another one.
          </Notice>
        ) : (
          <Notice tone="warning" title="These codes are shown only now">
            Save or print them before you leave this page. Whoever has a code can be paid for it: treat them like cash.
          </Notice>
        )}
        <div className="actions">
          {vouchers && (
            <>
              <Button look="primary" onClick={() => print()}>
                Print the sheet
              </Button>
              <Button onClick={save}>Save as CSV</Button>
            </>
          )}
          <Button onClick={done}>I have them</Button>
        </div>
        {vouchers && <Sheet of={{ ...batch, vouchers }} />}
      </div>
    </Card>
  );
}
