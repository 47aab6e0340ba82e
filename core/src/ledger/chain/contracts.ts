import { Account, contract, Operation, type rpc, StrKey, TransactionBuilder, type xdr } from "@stellar/stellar-sdk";
import { bindings, type ContractName, contractNames } from "./bindings.ts";
import { BASE_INCLUSION_FEE } from "./fees.ts";
import { type Simulation, simulate } from "./transaction.ts";

type Method<C> = {
  [M in keyof C]: C[M] extends (...args: never[]) => Promise<contract.AssembledTransaction<infer _>> ? M : never;
}[keyof C] &
  string;

// The generated methods take (args, options), or only options where there are no arguments.
type Arguments<C, M extends Method<C>> = C[M] extends (args: infer A, ...rest: never[]) => unknown
  ? undefined extends A
    ? []
    : [args: A]
  : [];

type Result<C, M extends Method<C>> = C[M] extends (...args: never[]) => Promise<contract.AssembledTransaction<infer T>>
  ? T
  : never;

type EventOf<C> = C extends { parseEvent(...args: never[]): infer E } ? E : never;

type GeneratedClient = contract.Client & {
  parseEvent(topics: xdr.ScVal[], data: xdr.ScVal): unknown;
};

/** The account of all zeros: simulations need a source, not its existence. */
const NOBODY = StrKey.encodeEd25519PublicKey(new Uint8Array(32));

/** One deployed contract: typed operations, views and events from its generated client. */
export class DeployedContract<C extends GeneratedClient> {
  readonly #client: C;
  readonly #server: rpc.Server;

  constructor(client: C, server: rpc.Server) {
    this.#client = client;
    this.#server = server;
  }

  get spec(): contract.Spec {
    return this.#client.spec;
  }

  get id(): string {
    return this.#client.options.contractId;
  }

  /** The call as an operation of `source`, whose signature authorises it. */
  operation<M extends Method<C>>(source: string, method: M, ...args: Arguments<C, M>): xdr.Operation {
    return this.#operation(method, args, source);
  }

  /** The call as an operation of whoever is the transaction's source. */
  call<M extends Method<C>>(method: M, ...args: Arguments<C, M>): xdr.Operation {
    return this.#operation(method, args);
  }

  /** Answer of a read-only method, and the ledger that it was read at. @throws CallRefused, RpcUnavailable */
  async view<M extends Method<C>>(
    method: M,
    ...args: Arguments<C, M>
  ): Promise<{ value: Result<C, M>; ledger: number }> {
    const { returnValue, latestLedger } = await this.#simulate(this.#operation(method, args));
    return { value: this.decode(method, returnValue), ledger: latestLedger };
  }

  /** Simulates a call of `source`, or of anybody; nothing is signed or sent. @throws CallRefused, RpcUnavailable */
  preview<M extends Method<C>>(source: string | undefined, method: M, ...args: Arguments<C, M>): Promise<Simulation> {
    return this.#simulate(this.#operation(method, args, source));
  }

  /** A method's return value from a simulation or a landed transaction. */
  decode<M extends Method<C>>(method: M, value: xdr.ScVal): Result<C, M> {
    return this.spec.funcResToNative(method, value);
  }

  /** An event of this contract, decoded; undefined for any other contract's event. */
  parseEvent(event: xdr.ContractEvent): EventOf<C> | undefined {
    if (!event.contractId || StrKey.encodeContract(event.contractId.toXdr()) !== this.id) return undefined;
    const { topics, data } = event.body.v0;
    return this.#client.parseEvent(topics, data) as EventOf<C> | undefined;
  }

  #simulate(operation: xdr.Operation): Promise<Simulation> {
    const builder = new TransactionBuilder(new Account(NOBODY, "0"), {
      fee: String(BASE_INCLUSION_FEE),
      networkPassphrase: this.#client.options.networkPassphrase,
      timebounds: { minTime: 0, maxTime: 0 },
    });
    return simulate(this.#server, builder.addOperation(operation).build());
  }

  #operation(method: string, [args]: [object?], source?: string): xdr.Operation {
    return Operation.invokeContractFunction({
      contract: this.id,
      function: method,
      args: this.spec.funcArgsToScVals(method, args ?? {}),
      ...(source === undefined ? {} : { source }),
    });
  }
}

/** A contract whose methods are named at run time: names and arguments are checked by its spec, not by the compiler. */
export interface AnyContract {
  readonly id: string;
  readonly spec: contract.Spec;
  operation(source: string, method: string, args: object): xdr.Operation;
  preview(source: string | undefined, method: string, args: object): Promise<Simulation>;
  decode(method: string, value: xdr.ScVal): unknown;
  parseEvent(event: xdr.ContractEvent): { name: string; data: unknown } | undefined;
}

/** A contract of the system as one whose functions are known by their names only. */
export const anyContract = (contracts: Contracts, name: ContractName): AnyContract =>
  contracts[name] as unknown as AnyContract;

export type Contracts = { [Name in ContractName]: DeployedContract<InstanceType<(typeof bindings)[Name]["Client"]>> };

/** Clients of the deployed contracts by their addresses. Each is opened when it is first used: to read its spec takes milliseconds. */
export function openContracts(server: rpc.Server, passphrase: string, ids: Record<ContractName, string>): Contracts {
  const open = (name: ContractName) =>
    new DeployedContract(new bindings[name].Client(optionsOf(server, passphrase, ids[name])), server);
  const opened: Partial<Record<ContractName, ReturnType<typeof open>>> = {};
  const contracts = {};
  for (const name of contractNames) {
    Object.defineProperty(contracts, name, {
      enumerable: true,
      get: () => {
        opened[name] ??= open(name);
        return opened[name];
      },
    });
  }
  return contracts as Contracts;
}

/** Client of any contract, by its spec. */
export function openAny(server: rpc.Server, passphrase: string, id: string, spec: contract.Spec): AnyContract {
  const client = new contract.Client(spec, optionsOf(server, passphrase, id));
  const parseEvent = (topics: xdr.ScVal[], data: xdr.ScVal) => spec.parseEvent(topics, data);
  return new DeployedContract(Object.assign(client, { parseEvent }), server) as unknown as AnyContract;
}

const optionsOf = (server: rpc.Server, passphrase: string, contractId: string): contract.ClientOptions => ({
  contractId,
  networkPassphrase: passphrase,
  rpcUrl: server.serverURL.toString(),
  allowHttp: server.serverURL.protocol === "http:",
  server,
});
