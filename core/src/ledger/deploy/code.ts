import { contract, Operation, xdr } from "@stellar/stellar-sdk";
import { toLedgerTime } from "../../base/days.ts";
import { type ContractName, contractNames } from "../chain/bindings.ts";
import { latestLedger } from "../chain/clock.ts";
import { SetupError } from "../chain/errors.ts";
import { readEntry } from "../chain/rpc.ts";
import { type Site, saltOf } from "./site.ts";
import type { Step } from "./step.ts";

/** Arguments of a contract's constructor, by their names. @param now Unix seconds of the ledger */
export type Creation = (site: Site, now: bigint) => object;
export type Creations = Record<ContractName, { create: Creation }>;

/** Uploads the code and creates the contracts, in the order in which they name each other. */
export const contractSteps = (contracts: Creations): Step[] => [
  ...contractNames.map(upload),
  ...contractNames.map((name) => create(name, contracts[name].create)),
];

function upload(name: ContractName): Step {
  return {
    title: `upload the code of ${name}`,
    async isDone(site) {
      const hash = Buffer.from(site.wasm[name].hash, "hex");
      const key = xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash }));
      return (await readEntry(site.server, key)) !== undefined;
    },
    run: (site) =>
      site.call(Operation.uploadContractWasm({ wasm: site.wasm[name].bytes, source: site.deployer.publicKey })),
  };
}

function create(name: ContractName, argumentsOf: Creation): Step {
  return {
    title: `create ${name}`,
    async isDone(site) {
      const executable = await site.executable(site.ids[name]);
      if (!executable) return false;
      requireSameCode(site, name, executable);
      await requireWaits(site, name);
      return true;
    },
    run: async (site) => site.call(await creation(site, name, argumentsOf)),
  };
}

/**
 * If a contract lives for fewer ledgers than this (about 100 days), the deployment extends its life; its own calls keep it above
 * that.
 */
const MIN_LIFETIME = 1_728_000;

/**
 * Any call extends its contract's life to 120 days and pays the rent, which is tens of XLM the first time: here the deployer pays
 * it, not the fee account with the first reward.
 */
export const lifetimes: Step = {
  title: "extend the lifetime of the contracts",
  isDone: async (site) => (await shortLived(site)).length === 0,
  async run(site) {
    const call = { function: "version", args: [], source: site.deployer.publicKey };
    for (const name of await shortLived(site)) {
      await site.call(Operation.invokeContractFunction({ ...call, contract: site.ids[name] }));
    }
  },
};

async function shortLived(site: Site): Promise<ContractName[]> {
  const lifetimes = await Promise.all(contractNames.map((name) => site.lifetime(site.ids[name])));
  return contractNames.filter((_, index) => (lifetimes[index] ?? 0) < MIN_LIFETIME);
}

/** @throws SetupError if the deployed contract runs other code than the one at hand */
function requireSameCode(site: Site, name: ContractName, executable: xdr.ContractExecutable): void {
  const hash = executable.type === "contractExecutableWasm" ? executable.wasmHash.toXdr("hex") : executable.type;
  if (hash === site.wasm[name].hash) return;
  const fix =
    site.network === "local"
      ? "remove the network's data folder to start afresh"
      : "upgrade it, or deploy from the release it runs";
  throw new SetupError(
    `${name} (${site.ids[name]}) runs the code ${hash}, but ${site.wasm[name].hash} was built: ${fix}`,
  );
}

/** @throws SetupError if new code or drops wait for less time than the terms say: whoever created the contract has chosen that */
async function requireWaits({ contracts: { admin, distribution }, terms }: Site, name: ContractName): Promise<void> {
  if (name === "admin") {
    requireWait("admin", admin.id, "new code", (await admin.view("upgrade_delay")).value, terms.upgradeDelay);
  }
  if (name === "distribution") {
    requireWait(
      "distribution",
      distribution.id,
      "drops",
      (await distribution.view("open_delay")).value,
      terms.dropDelay,
    );
  }
}

function requireWait(name: ContractName, id: string, what: string, delay: bigint, wanted: bigint): void {
  if (delay >= wanted) return;
  throw new SetupError(
    `${name} (${id}) lets ${what} wait for ${delay} seconds, but it must be ${wanted}. This can't be changed ` +
      "any more: deploy with another deployer's key, which makes a new deployment",
  );
}

async function creation(site: Site, name: ContractName, argumentsOf: Creation): Promise<xdr.Operation> {
  const { closeTime } = await latestLedger(site.server);
  const args = argumentsOf(site, toLedgerTime(closeTime));
  const spec = contract.Spec.fromWasm(site.wasm[name].bytes);
  return Operation.createCustomContract({
    address: site.deployerAddress,
    wasmHash: Buffer.from(site.wasm[name].hash, "hex"),
    salt: saltOf(name),
    constructorArgs: spec.funcArgsToScVals("__constructor", args),
    source: site.deployer.publicKey,
  });
}
