import type { Asked } from "@merit/client/signing/asked.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { ApiProblem, api, type BodyOf } from "../api.ts";
import { type Config, useConfig } from "../config.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Button, Copyable, Facts, Failure, Loading, Notice } from "../ui/ui.tsx";
import { answered } from "./answered.ts";
import { WalletFailure } from "./connect.tsx";
import type { Explanation } from "./explain.ts";
import { signEnvelope } from "./freighter.ts";

/** An envelope that the service has built, and the call that it was asked for. */
export interface Built {
  envelope: BodyOf<"POST /wallet/envelope">;
  asked: Asked;
}

/** What the service says of a transaction that can't be sent any more, or won't be once another of the wallet's has ended. */
const DEAD = ["envelope_expired", "envelope_unknown", "wallet_busy"];

/** How often a submitted transaction is asked for. */
const POLL_MS = 1_000;

/** Something that a wallet is to sign. */
export interface Request {
  explained: Explanation;
  /** Has the wallet sign it, and hands it over. @returns what became of it, to be shown */
  sign(): Promise<ReactNode>;
}

interface Task {
  title: string;
  prepare(config: Config): Promise<Request>;
}

/** A button for what needs a signature. It says in words what the wallet would sign, has it signed, and shows what became of it. */
export function RequestButton(task: Task) {
  const open = useContext(Opening);
  return (
    <Button look="primary" onClick={() => open(task)}>
      {task.title}
    </Button>
  );
}

interface SignProps {
  title: string;
  build(): Promise<Built>;
  /** For whom the service builds it. */
  as?: "user" | "merchant";
  /** Called when the ledger has it. */
  done?(): void;
}

/** A button for a transaction that the service builds, the wallet signs and the service sends. */
export function SignButton({ title, build, as = "user", done }: SignProps) {
  const prepare = async (config: Config): Promise<Request> => {
    const { envelope, asked } = await build();
    // Few of those who see a page sign something there.
    const { explainEnvelope } = await import("./explain.ts");
    return {
      explained: await explainEnvelope(envelope, asked, config),
      async sign() {
        const wallet = { passphrase: config.network_passphrase, address: asked.wallet };
        const signed = await signEnvelope(envelope.envelope, wallet);
        const { body } = await answered(
          api[as].call("POST /wallet/submit", { body: { envelope: signed } }),
          "It may have the transaction all the same. You can try again: the same one happens only once.",
        );
        const decided = await until(body, as);
        if (decided.status === "confirmed") done?.();
        return <Outcome of={decided} />;
      },
    };
  };
  return <RequestButton title={title} prepare={prepare} />;
}

const Opening = createContext<(task: Task) => void>(() => undefined);

/** Has the place for the dialogs of all its buttons: a list may lose the button while its dialog is open. */
export function SigningPlace({ children }: { children: ReactNode }) {
  const [task, setTask] = useState<Task>();
  return (
    <Opening value={setTask}>
      {children}
      {task && <SignDialog {...task} close={() => setTask(undefined)} />}
    </Opening>
  );
}

function SignDialog({ title, prepare, close }: Task & { close(): void }) {
  const config = useConfig();
  const queries = useQueryClient();
  const prepared = useMutation({ mutationFn: () => prepare(config) });
  const { mutate, data: request } = prepared;
  useEffect(() => mutate(), [mutate]);
  // What is signed may change what the page shows, also after the dialog was closed or the call failed.
  const readAgain = () => void queries.invalidateQueries();
  const signed = useMutation({ mutationFn: ({ sign }: Request) => sign(), onSettled: readAgain });
  const isDead = signed.error instanceof ApiProblem && DEAD.includes(signed.error.problem.code ?? "");
  const prepareAgain = () => {
    signed.reset();
    mutate();
  };
  const end = () => {
    close();
    readAgain();
  };
  return (
    <Dialog title={title} onClose={end}>
      {(closeDialog) => (
        <div className="stack">
          {prepared.isPending && <Loading what="Preparing what to sign" />}
          {prepared.error && <Failure error={prepared.error} retry={() => mutate()} />}
          {request && !signed.isSuccess && <Explained of={request.explained} />}
          {signed.error && <WalletFailure error={signed.error} />}
          {signed.data}
          {signed.isPending && (
            <p className="flat" role="status">
              The transaction may be on its way. Closing this window doesn't stop it: see what became of it before you
              sign the same again.
            </p>
          )}
          <div className="actions">
            {request && !signed.isSuccess && (
              <Button
                look="primary"
                busy={signed.isPending}
                disabled={request.explained.refusal !== undefined}
                onClick={() => (isDead ? prepareAgain() : signed.mutate(request))}
              >
                {signed.isError ? "Try again" : "Sign with Freighter"}
              </Button>
            )}
            <Button onClick={closeDialog}>{signed.isSuccess || signed.isPending ? "Close" : "Cancel"}</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Explained({ of: { sentences, refusal, facts } }: { of: Explanation }) {
  return (
    <>
      <ul className="says" style={{ overflowWrap: "anywhere" }}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {refusal !== undefined && (
        <Notice tone="error" title="This isn't what you asked for">
          {refusal}
        </Notice>
      )}
      <Facts of={facts} />
    </>
  );
}

type Submission = BodyOf<"GET /wallet/submissions/:hash">;

/** 429 and what a gateway or a busy service answers pass; others, such as that the session is over, don't. */
const passes = ({ problem: { status } }: ApiProblem) => status === 429 || status >= 500;

/**
 * Asks until the ledger has decided: the service has accepted the transaction, and goes on with it even if this page is closed.
 * @returns it as `pending` if it can't be asked for any more
 */
async function until(submission: Submission, role: "user" | "merchant"): Promise<Submission> {
  let last = submission;
  let wait = POLL_MS;
  while (last.status === "pending") {
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = POLL_MS;
    try {
      last = (await api[role].call("GET /wallet/submissions/:hash", { params: { hash: last.hash } })).body;
    } catch (error) {
      if (!(error instanceof ApiProblem)) continue;
      if (!passes(error)) return last;
      wait = Math.max(POLL_MS, (error.retryAfter ?? 0) * 1_000);
    }
  }
  return last;
}

function Outcome({ of: { status, hash, tx_hash, error_message } }: { of: Submission }) {
  if (status === "pending") {
    return (
      <Notice tone="warning" title="It is on its way">
        The service has accepted it, and goes on with it, but doesn't tell this page what became of it. Log in again,
        and look before you sign the same again. Transaction <Copyable value={hash} label="the transaction's hash" />
      </Notice>
    );
  }
  if (status !== "confirmed") {
    return (
      <Notice tone="error" title="It did not happen">
        {error_message ?? "The ledger refused it."} Nothing has changed. You can start again.
      </Notice>
    );
  }
  return (
    <Notice tone="success" title="Done">
      {tx_hash ? (
        <>
          Transaction <Copyable value={tx_hash} label="the transaction's hash" />
        </>
      ) : (
        "The ledger shows that it is done."
      )}
    </Notice>
  );
}
