import type { Asked } from "@merit/client/signing/asked.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { ApiProblem, api, type BodyOf } from "../api.ts";
import { type Config, useConfig } from "../config.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Button, Copyable, Facts, Failure, Loading, Notice } from "../ui/ui.tsx";
import { WalletFailure } from "./connect.tsx";
import { type Explanation, explainEnvelope } from "./explain.ts";
import { signEnvelope } from "./freighter.ts";

/** An envelope that the service has built, and the call that it was asked for. */
export interface Built {
  envelope: BodyOf<"POST /wallet/envelope">;
  asked: Asked;
}

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
    return {
      explained: await explainEnvelope(envelope, asked, config),
      async sign() {
        const wallet = { passphrase: config.network_passphrase, address: asked.wallet };
        const signed = await signEnvelope(envelope.envelope, wallet);
        const { body } = await api[as].call("POST /wallet/submit", { body: { envelope: signed } });
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
  const signed = useMutation({ mutationFn: ({ sign }: Request) => sign() });
  // The signed transaction may have changed what the page shows.
  const end = () => {
    close();
    if (signed.isSuccess) void queries.invalidateQueries();
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
          <div className="actions">
            {request && !signed.isSuccess && (
              <Button
                look="primary"
                busy={signed.isPending}
                disabled={request.explained.refusal !== undefined}
                onClick={() => signed.mutate(request)}
              >
                {signed.isError ? "Try again" : "Sign with Freighter"}
              </Button>
            )}
            <Button onClick={closeDialog}>{signed.isSuccess ? "Close" : "Cancel"}</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Explained({ of: { sentences, refusal, facts } }: { of: Explanation }) {
  return (
    <>
      <ul className="says">
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

/** Asks until the ledger has decided. The service goes on with it even if this page is closed. */
async function until(submission: Submission, role: "user" | "merchant"): Promise<Submission> {
  let last = submission;
  while (last.status === "pending") {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    try {
      last = (await api[role].call("GET /wallet/submissions/:hash", { params: { hash: last.hash } })).body;
    } catch (error) {
      // A lost connection: the transaction is on its way all the same.
      if (error instanceof ApiProblem) throw error;
    }
  }
  return last;
}

function Outcome({ of: { status, tx_hash, error_message } }: { of: Submission }) {
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
