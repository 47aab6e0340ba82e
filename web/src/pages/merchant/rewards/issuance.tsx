import { Link, useParams } from "@tanstack/react-router";
import { type BodyOf, useCall } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { amount } from "../../../ui/format.ts";
import { Card, Copyable, Facts, Notice, Shown, Status, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";
import { Redrive } from "./redrive.tsx";

export function Issuance() {
  const { id } = useParams({ from: "/merchant/issuances/$id" });
  const issuance = useCall("merchant", "GET /rewards/issuances/:id", { params: { id }, query: { timeline: true } });
  return (
    <Page title={`Issuance ${id}`} actions={issuance.data?.status === "failed" && <Redrive id={issuance.data.id} />}>
      <Shown of={issuance}>{(data) => <Record of={data} />}</Shown>
      <Card title="What happened">
        <Shown of={issuance}>{({ timeline = [] }) => <Timeline steps={timeline} />}</Shown>
      </Card>
    </Page>
  );
}

function Record({ of: { status, wallet_address, ...of } }: { of: BodyOf<"GET /rewards/issuances/:id"> }) {
  const { asset } = useConfig();
  return (
    <Card>
      <div className="stack">
        {of.error_message && <Notice tone={status === "failed" ? "error" : "warning"}>{of.error_message}</Notice>}
        <Facts
          of={[
            ["Status", <Status key="status" value={status} />],
            ["Amount", of.amount === null ? "unknown until its event is read" : amount(of.amount, asset.code)],
            [
              "Wallet",
              wallet_address === null ? (
                "unknown until its event is read"
              ) : (
                <Link key="wallet" to="/merchant/customers/$address" params={{ address: wallet_address }}>
                  {wallet_address}
                </Link>
              ),
            ],
            ["Reference", of.idempotency_key],
            [
              "Campaign",
              <Link key="campaign" to="/merchant/campaigns/$id" params={{ id: String(of.campaign_id) }}>
                {of.campaign_id}
              </Link>,
            ],
            ["Attempts", of.attempts],
            ["Issued", <Time key="at" at={of.created_at} />],
            ...(of.tx_hash
              ? [["Transaction", <Copyable key="tx" value={of.tx_hash} label="the transaction's hash" />] as const]
              : []),
          ]}
        />
      </div>
    </Card>
  );
}

type Step = NonNullable<BodyOf<"GET /rewards/issuances/:id">["timeline"]>[number];

const texts: Record<Step["step"], string> = {
  accepted: "Accepted",
  claimed: "Picked up by a worker",
  sent: "Signed and sent to the ledger",
  in_ledger: "In the ledger",
  confirmed: "Confirmed",
  indexed: "Its event was stored",
  failed: "Failed",
  redriven: "Queued again",
  waiting: "Waits",
};

const Timeline = ({ steps }: { steps: Step[] }) => (
  <ol className="timeline">
    {steps.map(({ step, at, detail, attempt, tx_hash, ledger, next_attempt_at }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a step can come twice, and none changes its place
      <li key={index}>
        <strong>{texts[step]}</strong>
        {attempt !== undefined && ` (attempt ${attempt})`}
        {ledger !== undefined && ` ${ledger}`}
        {at && (
          <>
            {" · "}
            <Time at={at} />
          </>
        )}
        {detail && <div>{detail}</div>}
        {next_attempt_at && (
          <div>
            Next attempt: <Time at={next_attempt_at} />
          </div>
        )}
        {tx_hash && (
          <div>
            Transaction <Copyable value={tx_hash} label="the transaction's hash" />
          </div>
        )}
      </li>
    ))}
  </ol>
);
