import type { UseQueryResult } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type BodyOf, useCall } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { amount, counted } from "../../../ui/format.ts";
import { Card, Copyable, Facts, Notice, Shown, Status, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";
import { Steps } from "./actions.tsx";
import { DryRun } from "./dry-run.tsx";
import { Rules } from "./rules.tsx";

export type OwnCampaign = BodyOf<"PATCH /campaigns/:merchant_id/:id">;

export function Campaign() {
  const { id } = useParams({ from: "/merchant/campaigns/$id" });
  const shown = useCall("merchant", "GET /campaigns/:merchant_id/:id", { params: { merchant_id: "me", id } });
  // `me` gets the owner's view.
  const campaign = shown as UseQueryResult<OwnCampaign>;
  return (
    <Shown of={campaign}>
      {(data) => (
        <Page title={data.name} actions={<Steps of={data} />}>
          <Terms of={data} />
          <Rewards of={data} />
          <Rules campaignId={data.id} isOver={!isOpen(data)} />
          {isOpen(data) && <DryRun id={data.id} />}
        </Page>
      )}
    </Shown>
  );
}

const isOpen = ({ status }: OwnCampaign) => ["draft", "pending", "active", "paused"].includes(status);

function Terms({ of: campaign }: { of: OwnCampaign }) {
  const { asset } = useConfig();
  const { status, next_status, next_budget, next_ends_at, error_message, expired, tx_hash, remainder } = campaign;
  const isBusy = status === "pending" || next_status !== null || next_budget !== null || next_ends_at !== null;
  return (
    <Card>
      <div className="stack">
        {isBusy && (
          <Notice tone="warning" title="A transaction is on its way">
            {next_budget && `The budget becomes ${amount(next_budget, asset.code)}. `}
            {next_ends_at && (
              <>
                It then ends on <Time at={next_ends_at} />.{" "}
              </>
            )}
            {next_status && `The campaign becomes ${next_status}. `}
            This page shows it as soon as the ledger has it.
          </Notice>
        )}
        {error_message && <Notice tone="error">{error_message}</Notice>}
        {expired && status === "active" && (
          <Notice tone="warning" title="Its time is over">
            It pays nothing more. End it, and settle it to get the rest of the budget back.
          </Notice>
        )}
        <Facts
          of={[
            ["Status", <Status key="status" value={status} />],
            ["Budget", amount(campaign.budget, asset.code)],
            ["Spent", amount(campaign.spent, asset.code)],
            ["Reserved for rewards and vouchers", amount(campaign.reserved, asset.code)],
            ["Begins", <Time key="from" at={campaign.starts_at} />],
            ["Ends", <Time key="to" at={campaign.ends_at} />],
            ["Most for one wallet", campaign.per_wallet_cap ? amount(campaign.per_wallet_cap, asset.code) : "no limit"],
            [
              "Wallets without a trustline",
              campaign.on_missing_trustline === "hold" ? "rewards wait for it" : "rewards fail",
            ],
            ...(tx_hash
              ? [["Transaction", <Copyable key="tx" value={tx_hash} label="the transaction's hash" />] as const]
              : []),
            ...(remainder === null ? [] : [["Returned to your balance", amount(remainder, asset.code)] as const]),
          ]}
        />
        <Meter spent={campaign.spent} budget={campaign.budget} />
      </div>
    </Card>
  );
}

const Meter = ({ spent, budget }: { spent: string; budget: string }) => (
  <meter className="meter" min={0} max={Number(budget)} value={Number(spent)} aria-label="Spent of the budget" />
);

function Rewards({ of: { id, status } }: { of: OwnCampaign }) {
  const { asset } = useConfig();
  const totals = useCall("merchant", "GET /transactions/merchant-totals", { query: { campaign_id: id } });
  return (
    <Card
      title="Rewards"
      actions={
        status === "active" && (
          <Link className="Button Button--tertiary Button--sm" to="/merchant/issue" search={{ campaign_id: id }}>
            Issue rewards
          </Link>
        )
      }
    >
      <Shown of={totals}>
        {({ rewards, amount: paid, wallets, pending, held, failed }) => (
          <div className="stack">
            <Facts
              of={[
                [
                  "Paid",
                  `${amount(paid, asset.code)} in ${counted(rewards, "reward")} to ${counted(wallets, "wallet")}`,
                ],
                ["Pending", `${amount(pending.amount, asset.code)} in ${counted(pending.count, "reward")}`],
                ["Of these, held", `${amount(held.amount, asset.code)} in ${counted(held.count, "reward")}`],
                ["Failed", `${amount(failed.amount, asset.code)} in ${counted(failed.count, "reward")}`],
              ]}
            />
            <p className="flat">
              <Link to="/merchant/issuances" search={{ campaign_id: id }}>
                See its issuances
              </Link>{" "}
              ·{" "}
              <Link to="/merchant/vouchers" search={{ campaign_id: id }}>
                See its vouchers
              </Link>
            </p>
          </div>
        )}
      </Shown>
    </Card>
  );
}
