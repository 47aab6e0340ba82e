import { useState } from "react";
import { type BodyOf, LIVE, useCall } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { amount, time } from "../../ui/format.ts";
import { Card, Copyable, Empty, Facts, Shown, Status, TextField } from "../../ui/ui.tsx";
import { SignButton } from "../../wallet/signing.tsx";
import { Cards, envelopeOf, WalletPage } from "./page.tsx";

export function Vesting() {
  return <WalletPage title="Vesting">{() => <Schedules />}</WalletPage>;
}

function Schedules() {
  return (
    <Cards as="user" endpoint="GET /vesting" {...LIVE}>
      {(schedules) =>
        schedules.length === 0 ? (
          <Card>
            <Empty>
              Nobody has granted your wallets tokens over time. When somebody does, the schedule appears here.
            </Empty>
          </Card>
        ) : (
          schedules.map(({ schedule }) => <Schedule key={schedule} schedule={schedule} />)
        )
      }
    </Cards>
  );
}

type State = BodyOf<"GET /vesting/:schedule">;

/** Texts of the buttons by which the wallet's owner takes each step. */
const titles: Record<string, string> = {
  "vesting.claim": "Claim what has vested",
  "vesting.revoke": "Revoke what has not vested",
  "vesting.accept_transfer": "Take it over",
  "vesting.cancel_transfer": "Take the offer back",
};

function Schedule({ schedule }: { schedule: string }) {
  const { asset } = useConfig();
  const state = useCall("user", "GET /vesting/:schedule", { params: { schedule } }, LIVE);
  return (
    <Shown of={state}>
      {(known) => (
        <Card title={amount(known.total, asset.code)} actions={<Status value={known.status} />}>
          <div className="stack">
            <label className="flat">
              Vested: {amount(known.vested, asset.code)}
              <meter className="meter" max={Number(known.total)} value={Number(known.vested)} />
            </label>
            <Facts
              of={[
                ["Claimable now", amount(known.claimable, asset.code)],
                ["Paid so far", amount(known.released, asset.code)],
                ["From", <Copyable key="from" value={known.funder} label="who granted it" />],
                ["To", <Copyable key="to" value={known.beneficiary} label="who has it" />],
                ...(known.next_vesting_at ? [["More vests on", time(known.next_vesting_at)] as const] : []),
                ["All has vested on", time(known.ends_at)],
                ...(known.offered_to
                  ? [["Offered to", <Copyable key="offer" value={known.offered_to} />] as const]
                  : []),
              ]}
            />
            <Steps state={known} />
          </div>
        </Card>
      )}
    </Shown>
  );
}

function Steps({ state: { schedule, next_steps } }: { state: State }) {
  const [to, setTo] = useState("");
  return (
    <div className="actions">
      {next_steps.map(({ call, wallet_address }) => {
        const title = titles[call];
        if (title) {
          return (
            <SignButton
              key={call}
              title={title}
              build={() => envelopeOf({ wallet_address, call, schedule } as Parameters<typeof envelopeOf>[0])}
            />
          );
        }
        if (call !== "vesting.begin_transfer") return null;
        return (
          <details key={call}>
            <summary>Hand it over to another wallet</summary>
            <TextField
              label="To"
              hint="G..., the wallet that may take it over."
              value={to}
              spellCheck={false}
              onChange={(event) => setTo(event.target.value)}
            />
            {to.trim() !== "" && (
              <SignButton
                title="Offer it"
                build={() => envelopeOf({ wallet_address, call, schedule, to: to.trim() })}
              />
            )}
          </details>
        );
      })}
    </div>
  );
}
