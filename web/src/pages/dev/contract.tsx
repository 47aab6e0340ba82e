import { fromStroops } from "@merit/client/money.ts";
import type { AssembledTransaction } from "@stellar/stellar-sdk/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useConfig } from "../../config.ts";
import { useKeyedAccounts } from "../../ledger/accounts.ts";
import {
  argumentsOf,
  type Contract,
  type ContractFunction,
  effectOf,
  readContract,
  type Signer,
  send,
  simulate,
} from "../../ledger/contract.ts";
import { LEDGER } from "../../ledger/rpc.ts";
import { readable } from "../../ledger/values.ts";
import { Heading } from "../../shell.tsx";
import { amount } from "../../ui/format.ts";
import {
  Button,
  Card,
  Copyable,
  Facts,
  Failure,
  Notice,
  SelectField,
  Shown,
  TextArea,
  TextField,
} from "../../ui/ui.tsx";
import { WalletFailure } from "../../wallet/connect.tsx";
import { connectWallet } from "../../wallet/freighter.ts";

export function ContractPage() {
  const { id } = useParams({ from: "/dev/contracts/$id" });
  const { contracts } = useConfig();
  const name = Object.entries(contracts).find(([, known]) => known === id)?.[0];
  const contract = useQuery({
    queryKey: [LEDGER, "contract", id],
    queryFn: () => readContract(id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <div className="stack">
      <Heading title={name ?? "Contract"} />
      <Card>
        <Facts of={[["Contract id", <Copyable key="id" value={id} />]]} />
      </Card>
      <Shown of={contract}>{(known) => <Functions key={id} contract={known} />}</Shown>
    </div>
  );
}

function Functions({ contract }: { contract: Contract }) {
  const [chosen, setChosen] = useState(contract.functions[0]?.name ?? "");
  const called = contract.functions.find(({ name }) => name === chosen);
  if (!called) return <Notice>This contract has no functions to call.</Notice>;
  return (
    <Card title="Call a function">
      <SelectField label="Function" value={chosen} onChange={(event) => setChosen(event.target.value)}>
        {contract.functions.map(({ name, parameters }) => (
          <option key={name} value={name}>
            {name}({parameters.map((parameter) => parameter.name).join(", ")})
          </option>
        ))}
      </SelectField>
      <CallForm key={chosen} contract={contract} called={called} />
    </Card>
  );
}

type Simulated = AssembledTransaction<unknown>;

function CallForm({ contract, called }: { contract: Contract; called: ContractFunction }) {
  const { network, network_passphrase: passphrase } = useConfig();
  const accounts = useKeyedAccounts();
  const queries = useQueryClient();
  const [source, setSource] = useState("");
  const [freighter, setFreighter] = useState<string>();
  const connect = useMutation({
    mutationFn: () => connectWallet(passphrase),
    onSuccess: (address) => {
      setFreighter(address);
      setSource(address);
      simulation.reset();
    },
  });
  const signer: Signer | undefined =
    accounts.find(({ address }) => address === source) ??
    (source && source === freighter ? { address: source } : undefined);
  const simulation = useMutation({
    mutationFn: (typed: Record<string, string>) =>
      simulate(contract, called.name, argumentsOf(called, typed), { signer, passphrase }),
    onMutate: () => sending.reset(),
  });
  const sending = useMutation({
    mutationFn: (call: Simulated) => send(call, accounts, passphrase),
    onSuccess: () => queries.invalidateQueries({ queryKey: [LEDGER] }),
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        simulation.mutate(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
      }}
      // What is sent is what was simulated, and must be what the form shows.
      onChange={() => simulation.reset()}
    >
      {called.doc && <p className="flat doc">{called.doc}</p>}
      <datalist id="addresses">
        {accounts.map(({ name, address }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))}
        {freighter && <option value={freighter}>Freighter</option>}
      </datalist>
      {called.parameters.map(({ name, doc, kind }) =>
        kind.isJson ? (
          <TextArea
            key={name}
            label={`${name}: ${kind.name}`}
            name={name}
            hint={doc || "JSON; bytes are hexadecimal digits"}
            defaultValue={JSON.stringify(kind.sample(), null, 2)}
            spellCheck={false}
          />
        ) : (
          <TextField
            key={name}
            label={`${name}: ${kind.name}`}
            name={name}
            hint={doc}
            defaultValue={String(kind.sample())}
            spellCheck={false}
            {...(kind.name.includes("Address") && { list: "addresses" })}
          />
        ),
      )}
      <SelectField
        label="Call as"
        hint="Reading needs nobody."
        value={source}
        onChange={(event) => setSource(event.target.value)}
      >
        <option value="">nobody: only simulate</option>
        {accounts.map(({ name, address }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))}
        {freighter && <option value={freighter}>Freighter</option>}
      </SelectField>
      {connect.error && <WalletFailure error={connect.error} />}
      <div className="actions">
        <Button type="submit" look="primary" busy={simulation.isPending}>
          Simulate
        </Button>
        {network === "local" && !freighter && (
          <Button busy={connect.isPending} onClick={() => connect.mutate()}>
            Use Freighter
          </Button>
        )}
      </div>
      {simulation.error && <Failure error={simulation.error} />}
      {simulation.data && <Outcome call={simulation.data} />}
      {simulation.data && signer && network === "local" && sending.data === undefined && (
        <div className="actions">
          <Button look="primary" busy={sending.isPending} onClick={() => sending.mutate(simulation.data)}>
            Sign and send
          </Button>
        </div>
      )}
      {sending.error && <Failure error={sending.error} />}
      {sending.data !== undefined && (
        <Notice tone="success" title="Done">
          <Link to="/dev/transactions/$hash" params={{ hash: sending.data }}>
            Look at the transaction
          </Link>
        </Notice>
      )}
    </form>
  );
}

function Outcome({ call }: { call: Simulated }) {
  const others = call.needsNonInvokerSigningBy();
  return (
    <section aria-label="Simulation">
      <h3>Result</h3>
      <pre>{readable(call.result)}</pre>
      <Facts
        of={[
          ["Effect", effectOf(call)],
          ["Highest fee", `${amount(fromStroops(call.built?.fee ?? "0"))} XLM`],
          ...(others.length > 0 ? [["Must sign as well", others.join(", ")] as const] : []),
        ]}
      />
    </section>
  );
}
