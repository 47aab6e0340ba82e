import { askedStep, type JointStep } from "@merit/client/signing/asked.ts";
import { type ReactNode, useState } from "react";
import { api, type BodyOf } from "../../api.ts";
import { hashOf } from "../../bytes.ts";
import type { Config } from "../../config.ts";
import { time } from "../../ui/format.ts";
import { Notice, TextArea, TextField } from "../../ui/ui.tsx";
import { explainAuthorization } from "../../wallet/explain.ts";
import { signAuthorization } from "../../wallet/freighter.ts";
import { RequestButton, SignButton } from "../../wallet/signing.tsx";
import { envelopeOf } from "./page.tsx";

export type Known = BodyOf<"GET /escrows/:id">;
export type PartyOf = Known["parties"][number];
type ActionOf = PartyOf["actions"][number];

const ALL_BASIS_POINTS = 10_000;
/** Undefined for what is no share from 0 to 100 per cent, such as an empty field. */
function basisPoints(percent: string): number | undefined {
  const share = percent === "" ? Number.NaN : Math.round((Number(percent) / 100) * ALL_BASIS_POINTS);
  return share >= 0 && share <= ALL_BASIS_POINTS ? share : undefined;
}

/** The share that somebody types in per cent. @param children what is offered for it, once it is one */
function Share({ children }: { children(share: number): ReactNode }) {
  const [percent, setPercent] = useState("50");
  const share = basisPoints(percent);
  return (
    <>
      <TextField
        label="The beneficiary's share in per cent"
        type="number"
        min={0}
        max={100}
        step={0.01}
        value={percent}
        onChange={(event) => setPercent(event.target.value)}
        error={share === undefined ? "Type a number from 0 to 100." : undefined}
      />
      {share !== undefined && children(share)}
    </>
  );
}

/** One thing that a party can do now. */
export function Step({
  escrow: { id, proposals },
  wallet_address,
  action: { action, milestone, until, proposal_id },
}: {
  escrow: Known;
  wallet_address: string;
  action: ActionOf;
}) {
  const [text, setText] = useState("");
  const of = milestone === null ? "" : ` milestone ${milestone + 1}`;
  const part = milestone ?? 0;
  const limit = until && <small> until {time(until)}</small>;
  switch (action) {
    case "accept":
    case "cancel":
      return (
        <div className="actions">
          <SignButton
            title={action === "accept" ? "Accept the escrow" : "Cancel the escrow"}
            build={() => envelopeOf({ wallet_address, call: `escrow.${action}`, escrow: id })}
          />
          {limit}
        </div>
      );
    case "release":
    case "expire":
      return (
        <div className="actions">
          <SignButton
            title={action === "release" ? `Release${of}` : `Refund${of}`}
            build={() => envelopeOf({ wallet_address, call: `escrow.${action}`, escrow: id, milestone: part })}
          />
          {limit}
        </div>
      );
    case "withdraw":
      return (
        <SignButton
          title="Collect what this wallet is owed from escrows"
          build={() => envelopeOf({ wallet_address, call: "escrow.withdraw" })}
        />
      );
    case "dispute":
    case "submit_evidence":
      return (
        <details>
          <summary>
            {action === "dispute" ? `Dispute${of}` : `Add evidence to${of}`}
            {limit}
          </summary>
          <TextArea
            label="What you put forward"
            hint="Send this text to the arbiter, word for word: the ledger keeps only its SHA-256."
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {text.trim() !== "" && (
            <SignButton
              title={action === "dispute" ? "Dispute it" : "Add it"}
              build={async () =>
                envelopeOf({
                  wallet_address,
                  call: `escrow.${action}`,
                  escrow: id,
                  milestone: part,
                  evidence: await hashOf(text),
                })
              }
            />
          )}
        </details>
      );
    case "resolve":
      return (
        <details>
          <summary>
            Decide{of}
            {limit}
          </summary>
          <Share>
            {(share) => (
              <SignButton
                title="Decide"
                build={() => envelopeOf({ wallet_address, call: "escrow.resolve", escrow: id, milestone: part, share })}
              />
            )}
          </Share>
        </details>
      );
    case "agree": {
      const proposal = proposals.find((known) => known.id === proposal_id);
      if (!proposal) return null;
      return (
        <div className="actions">
          <SignButton
            title={`Agree: ${wordsOf(proposal)}`}
            build={async () => {
              const body = { wallet_address, call: "escrow.agree", escrow: id, proposal: proposal.id } as const;
              const { body: envelope } = await api.user.call("POST /wallet/envelope", { body });
              return { envelope, asked: askedStep(wallet_address, id, proposal as JointStep) };
            }}
          />
          {limit}
        </div>
      );
    }
    case "propose_split":
      return (
        <details>
          <summary>
            Propose to split{of}
            {limit}
          </summary>
          <Share>
            {(share) => (
              <ProposeButton
                title="Propose the split"
                id={id}
                step={{ wallet_address, action: "split", milestone: part, share }}
              />
            )}
          </Share>
        </details>
      );
    case "propose_extend":
      return (
        <details>
          <summary>
            Propose a later deadline of{of}
            {limit}
          </summary>
          <TextField
            label="New deadline"
            type="datetime-local"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {text !== "" && (
            <ProposeButton
              title="Propose the deadline"
              id={id}
              step={{ wallet_address, action: "extend", milestone: part, deadline: new Date(text).toISOString() }}
            />
          )}
        </details>
      );
    case "propose_cancel":
      return (
        <div className="actions">
          <ProposeButton
            title="Propose to cancel all open milestones"
            id={id}
            step={{ wallet_address, action: "cancel" }}
          />
          {limit}
        </div>
      );
  }
}

type NewProposal = JointStep & { wallet_address: string };

/** Has the wallet sign what only the other party's signature makes happen. */
function ProposeButton({ title, id, step }: { title: string; id: string; step: NewProposal }) {
  const prepare = async (config: Config) => {
    const params = { id };
    const { status, body: proposal } = await api.user.call("POST /escrows/:id/proposals", { params, body: step });
    if (status !== 201) throw new Error("The answer held nothing to sign.");
    const { authorization } = proposal;
    const { wallet_address: address } = step;
    return {
      explained: await explainAuthorization(proposal, askedStep(address, id, step), config),
      async sign() {
        const signature = await signAuthorization(authorization, { passphrase: config.network_passphrase, address });
        const body = { action: "sign" as const, proposal_id: proposal.id, signature };
        await api.user.call("POST /escrows/:id/proposals", { params, body });
        return (
          <Notice tone="success" title="Proposed">
            The other party sees it now, and has until {time(proposal.expires_at)} to agree.
          </Notice>
        );
      },
    };
  };
  return <RequestButton title={title} prepare={prepare} />;
}

/** Says what a proposal would do. */
export function wordsOf({ action, milestone, share, deadline }: Known["proposals"][number]): string {
  const of = milestone === null ? "" : ` milestone ${milestone + 1}`;
  if (action === "split") return `the beneficiary gets ${(share ?? 0) / 100} % of${of}`;
  return action === "extend" ? `extend${of} until ${deadline ? time(deadline) : "later"}` : "cancel all that is open";
}
