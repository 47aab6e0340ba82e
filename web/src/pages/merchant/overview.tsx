import { Link } from "@tanstack/react-router";
import { useCall } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { amount, count, counted } from "../../ui/format.ts";
import { Card, Copyable, Facts, Notice, Shown } from "../../ui/ui.tsx";
import { Page } from "../page.tsx";
import { Days } from "./days.tsx";

export function Overview() {
  return (
    <Page
      title="Overview"
      actions={
        <Link className="Button Button--primary Button--md" to="/merchant/campaigns/new">
          New campaign
        </Link>
      }
    >
      <Rewards />
      <Days />
      <Balance />
    </Page>
  );
}

function Rewards() {
  const { asset } = useConfig();
  const totals = useCall("merchant", "GET /transactions/merchant-totals");
  return (
    <Shown of={totals}>
      {({ rewards, amount: paid, wallets, pending, held, failed }) => {
        const tiles = [
          ["Paid", paid, `${counted(rewards, "reward")} to ${counted(wallets, "wallet")}`, "confirmed"],
          ["Pending", pending.amount, counted(pending.count, "reward"), "pending"],
          ["Held", held.amount, `${count(held.count)} of these wait for a trustline`, "pending"],
          ["Failed", failed.amount, counted(failed.count, "reward"), "failed"],
        ] as const;
        return (
          <ul className="tiles" aria-label="Rewards">
            {tiles.map(([title, sum, text, status]) => (
              <li key={title} className="Card Card--primary card">
                <Link to="/merchant/issuances" search={{ status }}>
                  {title}
                </Link>
                <strong className="big">{amount(sum)}</strong>
                <span>
                  {asset.code} · {text}
                </span>
              </li>
            ))}
          </ul>
        );
      }}
    </Shown>
  );
}

function Balance() {
  const { asset } = useConfig();
  const balance = useCall("merchant", "GET /merchants/me/balance");
  return (
    <Shown of={balance}>
      {({ free, reserved, incoming, daily_limit, daily_limit_left, owner, takeable, deposit }) => (
        <div className="grid">
          <Card title="Balance in the reward pool">
            <Facts
              of={[
                ["Free", <strong key="free">{amount(free, asset.code)}</strong>],
                ["Reserved for campaigns and drops", amount(reserved, asset.code)],
                ["On its way to you", amount(incoming, asset.code)],
                [
                  "Left of the daily limit",
                  `${amount(daily_limit_left)} of ${amount(daily_limit, asset.code)} in any 24 hours`,
                ],
                [
                  "Owner, who can withdraw",
                  owner ? <Copyable key="owner" value={owner} label="the owner's address" /> : "none",
                ],
              ]}
            />
            {takeable.map(({ kind, id, name, left }) => (
              <Notice key={`${kind} ${id}`} tone="primary">
                {amount(left, asset.code)} can return from the {kind}{" "}
                {kind === "campaign" ? (
                  <Link to="/merchant/campaigns/$id" params={{ id: String(id) }}>
                    {name}
                  </Link>
                ) : (
                  <Link to="/merchant/drops/$id" params={{ id: String(id) }}>
                    {name}
                  </Link>
                )}
                .
              </Notice>
            ))}
          </Card>
          <Card title="Deposit">
            <p className="flat">
              Any wallet that holds {asset.code} can deposit for you: it calls <code>deposit</code> of the pool
              contract, and names your number. Your balance grows as soon as the ledger has it.
            </p>
            <Facts
              of={[
                ["Pool contract", <Copyable key="pool" value={deposit.contract} label="the pool's contract id" />],
                ["Your number", deposit.merchant],
                ["Asset", <Copyable key="asset" value={deposit.asset} label="the asset" />],
              ]}
            />
          </Card>
        </div>
      )}
    </Shown>
  );
}
