import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { LIVE, useCall } from "../../api.ts";
import { hashOf } from "../../bytes.ts";
import { useConfig } from "../../config.ts";
import { amount, duration, short } from "../../ui/format.ts";
import { List } from "../../ui/list.tsx";
import { Card, Copyable, Empty, Facts, Shown, Status, Table, TextArea, TextField, Time } from "../../ui/ui.tsx";
import { SignButton } from "../../wallet/signing.tsx";
import { AmountField } from "../amount-field.tsx";
import { type Known, type PartyOf, Step, wordsOf } from "./escrow-step.tsx";
import { envelopeOf, WalletPage, WalletSelect } from "./page.tsx";

export function Escrows() {
  return (
    <WalletPage title="Escrow">
      {(wallets) => (
        <>
          <Mine />
          {wallets.length > 0 && <Create wallets={wallets} />}
        </>
      )}
    </WalletPage>
  );
}

function Mine() {
  const { asset } = useConfig();
  return (
    <Card title="Yours">
      <List
        as="user"
        endpoint="GET /escrows"
        isLive
        caption="Your escrows"
        keyOf={({ id }) => id}
        empty="Your wallets are party to no escrow yet."
        columns={[
          {
            title: "Escrow",
            cell: ({ id, amount: deposited }) => (
              <Link to="/wallet/escrows/$id" params={{ id }}>
                {amount(deposited, asset.code)}
              </Link>
            ),
          },
          { title: "You are", cell: ({ roles }) => roles.join(" and ") },
          { title: "Held", isNumber: true, cell: ({ held }) => amount(held, asset.code) },
          { title: "Status", cell: ({ status }) => <Status value={status} /> },
          { title: "Since", cell: ({ created_at }) => <Time at={created_at} /> },
        ]}
      />
    </Card>
  );
}

const DAY_SECONDS = 86_400;

function Create({ wallets }: { wallets: readonly string[] }) {
  const { asset } = useConfig();
  const terms = useCall("user", "GET /escrows", { query: { limit: 1 } });
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState({
    beneficiary: "",
    arbiter: "",
    tokens: "",
    deadline: "",
    agreement: "",
    days: "7",
  });
  const wallet_address = chosen || (wallets[0] ?? "");
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  const isComplete = Object.values(typed).every((value) => value.trim() !== "");
  const fee = terms.data?.fee ?? 0;
  return (
    <Card title="Put tokens into escrow">
      <div className="stack">
        <p className="flat">
          The ledger holds them until you release them to the beneficiary. If you disagree, the arbiter decides. After
          the deadline you get them back.
        </p>
        <WalletSelect wallets={wallets} value={wallet_address} onChange={setChosen} />
        <TextField
          label="Beneficiary"
          hint="G..., who is to get the tokens."
          spellCheck={false}
          {...field("beneficiary")}
        />
        <TextField label="Arbiter" hint="G..., whom you both trust." spellCheck={false} {...field("arbiter")} />
        <AmountField label={`Amount in ${asset.code}`} {...field("tokens")} />
        <TextField label="Deadline" type="datetime-local" {...field("deadline")} />
        <TextField label="Days for the arbiter's decision" type="number" min={1} max={90} {...field("days")} />
        <TextArea
          label="What you agreed on"
          hint="Keep this text, word for word: the ledger keeps only its SHA-256."
          {...field("agreement")}
        />
        <p className="flat">The platform keeps {fee / 100} % of what the beneficiary receives.</p>
        {isComplete && terms.data && terms.data.fee !== null && (
          <SignButton
            title="Create the escrow"
            build={async () =>
              envelopeOf({
                wallet_address,
                call: "escrow.create",
                beneficiary: typed.beneficiary.trim(),
                arbiter: typed.arbiter.trim(),
                parts: [{ amount: typed.tokens.trim(), deadline: new Date(typed.deadline).toISOString() }],
                agreement: await hashOf(typed.agreement),
                dispute_window: Number(typed.days) * DAY_SECONDS,
                max_fee: fee,
              })
            }
          />
        )}
      </div>
    </Card>
  );
}

export function EscrowPage() {
  const { id } = useParams({ from: "/wallet/escrows/$id" });
  return <WalletPage title="Escrow">{() => <Escrow id={id} />}</WalletPage>;
}

function Escrow({ id }: { id: string }) {
  const { asset } = useConfig();
  const escrow = useCall("user", "GET /escrows/:id", { params: { id } }, LIVE);
  return (
    <Shown of={escrow}>
      {(known) => (
        <>
          <Card title={amount(known.amount, asset.code)} actions={<Status value={known.status} />}>
            <Facts
              of={[
                ["Depositor", <Copyable key="depositor" value={known.depositor} />],
                ["Beneficiary", <Copyable key="beneficiary" value={known.beneficiary} />],
                ["Arbiter", <Copyable key="arbiter" value={known.arbiter} />],
                ["Released", amount(known.released, asset.code)],
                ["Refunded", amount(known.refunded, asset.code)],
                ["Platform's fee", `${known.fee / 100} %`],
                ["Time for the arbiter's decision", duration(known.dispute_window)],
                ["Beneficiary's share without a decision", `${known.undecided_share / 100} %`],
                ["SHA-256 of the agreement", <Copyable key="agreement" value={known.agreement} />],
                ...(known.awaited.length > 0 ? [["Has to accept", known.awaited.join(" and ")] as const] : []),
              ]}
            />
          </Card>
          <Card title="Milestones">
            <Table
              caption="Milestones"
              rows={known.milestones}
              keyOf={({ milestone }) => milestone}
              empty=""
              columns={[
                { title: "Milestone", cell: ({ milestone }) => milestone + 1 },
                { title: "Amount", isNumber: true, cell: (row) => amount(row.amount, asset.code) },
                { title: "Deadline", cell: ({ deadline }) => <Time at={deadline} /> },
                { title: "Arbiter decides by", cell: ({ decide_by }) => (decide_by ? <Time at={decide_by} /> : "–") },
                { title: "Status", cell: ({ status }) => <Status value={status} /> },
              ]}
            />
          </Card>
          {known.proposals.length > 0 && (
            <Card title="Open proposals">
              <Table
                caption="Open proposals"
                rows={known.proposals}
                keyOf={({ id }) => id}
                empty=""
                columns={[
                  { title: "Proposal", cell: (row) => wordsOf(row) },
                  { title: "Proposed by", cell: ({ wallet_address }) => short(wallet_address) },
                  { title: "Until", cell: ({ expires_at }) => <Time at={expires_at} /> },
                ]}
              />
            </Card>
          )}
          {known.parties.map((party) => (
            <Party key={`${party.role} ${party.wallet_address}`} escrow={known} party={party} />
          ))}
        </>
      )}
    </Shown>
  );
}

function Party({ escrow, party }: { escrow: Known; party: PartyOf }) {
  return (
    <Card title={`As ${party.role}`}>
      <div className="stack">
        {party.actions.length === 0 && <Empty>There is nothing for you to do now.</Empty>}
        {party.actions.map((action) => (
          <Step
            key={`${action.action} ${action.milestone} ${action.proposal_id}`}
            escrow={escrow}
            wallet_address={party.wallet_address}
            action={action}
          />
        ))}
      </div>
    </Card>
  );
}
