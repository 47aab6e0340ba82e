import { useParams } from "@tanstack/react-router";
import { api, type BodyOf, LIVE, useCall } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { Action } from "../../../ui/form.tsx";
import { amount, count } from "../../../ui/format.ts";
import { Card, Copyable, Facts, Notice, Shown, Status, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";

type Drop = BodyOf<"GET /drops/:id">;

export function DropPage() {
  const { id } = useParams({ from: "/merchant/drops/$id" });
  const drop = useCall("merchant", "GET /drops/:id", { params: { id } }, LIVE);
  return (
    <Shown of={drop}>
      {(data) => (
        <Page title={data.name} actions={<Steps of={data} />}>
          <Terms of={data} />
        </Page>
      )}
    </Shown>
  );
}

function Terms({ of: drop }: { of: Drop }) {
  const { asset } = useConfig();
  return (
    <Card>
      <div className="stack">
        {drop.status === "pending" && (
          <Notice tone="warning" title="Its transaction is on its way">
            This page shows it as soon as the ledger has it.
          </Notice>
        )}
        {drop.error_message && <Notice tone="error">{drop.error_message}</Notice>}
        <Facts
          of={[
            ["Status", <Status key="status" value={drop.status} />],
            ["In all", amount(drop.total, asset.code)],
            [
              "Claimed",
              `${amount(drop.claimed?.amount ?? "0", asset.code)} by ${count(drop.claimed?.wallets ?? 0)} of ${count(drop.wallets)} wallets`,
            ],
            ["Starts", <Time key="starts" at={drop.starts_at} />],
            ["Ends", <Time key="ends" at={drop.ends_at} />],
            ...(drop.remainder === null
              ? []
              : [["Returned to your balance", amount(drop.remainder, asset.code)] as const]),
            ...(drop.tx_hash
              ? [["Transaction", <Copyable key="tx" value={drop.tx_hash} label="the transaction's hash" />] as const]
              : []),
          ]}
        />
        <meter
          className="meter"
          max={drop.wallets}
          value={drop.claimed?.wallets ?? 0}
          aria-label="Wallets that have claimed their share"
        />
      </div>
    </Card>
  );
}

function Steps({ of: { id, next_steps = [] } }: { of: Drop }) {
  const run = (step: "cancel" | "sweep") => async (_: object, idempotencyKey: string) =>
    (await api.merchant.call("POST /drops/:id/steps", { params: { id }, body: { step }, idempotencyKey })).body;
  return (
    <>
      {next_steps.includes("cancel") && (
        <Action
          title="Cancel the drop"
          look="destructive"
          what="Nobody can claim anything, and the whole sum returns to your balance."
          run={run("cancel")}
        />
      )}
      {next_steps.includes("sweep") && (
        <Action title="Sweep" what="What nobody has claimed returns to your balance." run={run("sweep")} />
      )}
    </>
  );
}
