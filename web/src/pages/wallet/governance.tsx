import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { type BodyOf, LIVE, useCall } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { amount, time } from "../../ui/format.ts";
import { List } from "../../ui/list.tsx";
import { Card, Copyable, Facts, Notice, Shown, Status, Time } from "../../ui/ui.tsx";
import { SignButton } from "../../wallet/signing.tsx";
import { AmountField } from "../amount-field.tsx";
import { envelopeOf, WalletPage, WalletSelect } from "./page.tsx";

export function Governance() {
  return (
    <WalletPage title="Stake and vote">
      {(wallets) => (
        <>
          {wallets.length === 0 && <Notice>Connect a wallet on the page Wallet to stake and vote.</Notice>}
          <div className="grid">
            {wallets.map((address) => (
              <Stake key={address} address={address} />
            ))}
          </div>
          <Card title="Proposals">
            <List
              as="nobody"
              endpoint="GET /governance/proposals"
              isLive
              caption="Proposals"
              keyOf={({ id }) => id}
              empty="There is no proposal yet."
              columns={[
                {
                  title: "In its proposer's words",
                  cell: ({ id, description }) => (
                    <Link to="/wallet/governance/$id" params={{ id }}>
                      <bdi>{description}</bdi>
                    </Link>
                  ),
                },
                { title: "State", cell: ({ state }) => <Status value={state} /> },
                { title: "For", isNumber: true, cell: ({ in_favour }) => amount(in_favour) },
                { title: "Against", isNumber: true, cell: ({ against }) => amount(against) },
                { title: "Since", cell: ({ created_at }) => <Time at={created_at} /> },
              ]}
            />
          </Card>
        </>
      )}
    </WalletPage>
  );
}

function Stake({ address }: { address: string }) {
  const { asset } = useConfig();
  const power = useCall(
    "nobody",
    "GET /governance/wallets/:wallet_address",
    { params: { wallet_address: address } },
    LIVE,
  );
  const [tokens, setTokens] = useState("");
  const wallet_address = address;
  const isAmount = /^\d+(\.\d{1,7})?$/.test(tokens) && Number(tokens) > 0;
  return (
    <Card title={<Copyable value={address} label="the wallet's address" />}>
      <Shown of={power}>
        {({ votes, warming, cooling, delegate }) => (
          <div className="stack">
            <Facts
              of={[
                ["Votes", amount(votes)],
                ...(warming
                  ? [["Becomes votes", `${amount(warming.amount)}, from ${time(warming.from)}`] as const]
                  : []),
                ...(cooling
                  ? [["Leaves the stake", `${amount(cooling.amount)}, from ${time(cooling.from)}`] as const]
                  : []),
                ...(delegate ? [["May vote for it", <Copyable key="delegate" value={delegate} />] as const] : []),
              ]}
            />
            <AmountField
              label={`Amount in ${asset.code}`}
              hint="A stake gives votes after its warm-up. Unstaked tokens come back after the cool-down."
              value={tokens}
              onChange={(event) => setTokens(event.target.value.trim())}
            />
            <div className="actions">
              {isAmount && (
                <>
                  <SignButton
                    title="Stake"
                    build={() => envelopeOf({ wallet_address, call: "governance.stake", amount: tokens })}
                  />
                  <SignButton
                    title="Unstake"
                    build={() => envelopeOf({ wallet_address, call: "governance.unstake", amount: tokens })}
                  />
                </>
              )}
              {warming && (
                <SignButton
                  title="Turn the stake into votes"
                  build={() => envelopeOf({ wallet_address, call: "governance.activate" })}
                />
              )}
              {cooling && (
                <SignButton
                  title="Collect unstaked tokens"
                  build={() => envelopeOf({ wallet_address, call: "governance.withdraw" })}
                />
              )}
            </div>
          </div>
        )}
      </Shown>
    </Card>
  );
}

export function ProposalPage() {
  const { id } = useParams({ from: "/wallet/governance/$id" });
  const proposal = useCall("nobody", "GET /governance/proposals/:id", { params: { id } }, LIVE);
  return (
    <WalletPage title="Proposal">
      {(wallets) => <Shown of={proposal}>{(known) => <Known proposal={known} wallets={wallets} />}</Shown>}
    </WalletPage>
  );
}

type Proposal = BodyOf<"GET /governance/proposals/:id">;

function Known({ proposal, wallets }: { proposal: Proposal; wallets: readonly string[] }) {
  const { id, state, description, calls, proposer, in_favour, against, abstain, quorum, next } = proposal;
  const [chosen, setChosen] = useState("");
  const wallet_address = chosen || wallets[0];
  return (
    <>
      <Card title="What it does" actions={<Status value={state} />}>
        <ul className="says">
          {calls.map(({ words, known, target, function: name }) => (
            <li key={`${target}.${name} ${words}`}>
              {known ? words : `Calls ${name} of ${target}. Nobody can say what that does.`}
            </li>
          ))}
        </ul>
        <p>
          The proposer's own words, which nobody has checked:{" "}
          <q>
            <bdi>{description ?? "not known yet"}</bdi>
          </q>
        </p>
        <Facts
          of={[
            ["Proposer", <Copyable key="proposer" value={proposer} />],
            ["For", amount(in_favour)],
            ["Against", amount(against)],
            ["Abstained", amount(abstain)],
            ["Quorum", amount(quorum)],
            ...(next ? [[`Next: ${next.step}`, `${time(next.from)} to ${time(next.until)}`] as const] : []),
          ]}
        />
      </Card>
      {next && wallet_address && (
        <Card title={next.step === "vote" ? "Your vote" : "The next step"}>
          <div className="stack">
            <WalletSelect wallets={wallets} value={wallet_address} onChange={setChosen} />
            <div className="actions">
              {next.step === "vote" ? (
                (["for", "against", "abstain"] as const).map((support) => (
                  <SignButton
                    key={support}
                    title={support === "abstain" ? "Abstain" : `Vote ${support}`}
                    build={() => envelopeOf({ wallet_address, call: "governance.vote", proposal: id, support })}
                  />
                ))
              ) : (
                <SignButton
                  title={next.step === "queue" ? "Queue it" : "Execute it"}
                  build={() =>
                    envelopeOf({ wallet_address, call: `governance.${next.step as "queue" | "execute"}`, proposal: id })
                  }
                />
              )}
            </div>
          </div>
        </Card>
      )}
    </>
  );
}
