import { type ContractName, contractNames } from "../chain/bindings.ts";
import type { RoleName } from "./role-names.ts";
import type { Site } from "./site.ts";
import type { Step } from "./step.ts";

type Assignment = [role: RoleName, account: string];

/**
 * Grants the roles. The deployer keeps the operator's roles, and is the admin, until an operator hands both over
 * (docs/threat-model.md). On a public network governance alone gets the role that replaces code.
 */
export function assignments(site: Pick<Site, "deployer" | "facts" | "ids" | "keys">): Assignment[] {
  const { deployer, keys, ids, facts } = site;
  const treasury = keys.signer("treasury").publicKey;
  const manager = keys.signer("manager").publicKey;
  const operatorRoles: RoleName[] = [
    ...(["limiter", "registrar", "freezer", "revoker", "appointer"] as const),
    ...(["pauser", "unpauser", "vetoer"] as const),
  ];
  const votedRoles: RoleName[] = ["limiter", "registrar", "unpauser", "upgrader"];
  return [
    ...[...operatorRoles, ...(facts.public ? [] : (["upgrader"] as const))].map(
      (role): Assignment => [role, deployer.publicKey],
    ),
    ...votedRoles.map((role): Assignment => [role, ids.governance]),
    ["minter", treasury],
    ["treasurer", treasury],
    ["manager", manager],
    ["fulfil", manager],
    ["qualify", manager],
    ["distributor", keys.signer("distributor").publicKey],
    ["campaign", ids.campaign],
    // Its drops hold reserves in the pool as campaigns do.
    ["campaign", ids.distribution],
    ["distribution", ids.distribution],
    // For rewards within their clawback window: nobody else may take tokens back.
    ["clawback", ids.distribution],
  ];
}

async function missing(site: Site): Promise<[string, string][]> {
  const wanted = assignments(site);
  const held = await Promise.all(
    wanted.map(async ([role, account]) => (await site.contracts.admin.view("has_role", { account, role })).value),
  );
  // The answer is a position, which may be 0.
  return wanted.filter((_, index) => typeof held[index] !== "number");
}

export const roles: Step = {
  title: "grant the roles",
  isDone: async (site) => (await missing(site)).length === 0,
  async run(site) {
    const caller = site.deployer.publicKey;
    for (const [role, account] of await missing(site)) {
      await site.call(site.contracts.admin.operation(caller, "grant_role", { account, role, caller }));
    }
  },
};

export const globalStop: Step = {
  title: "make the admin contract stop with the whole system",
  isDone: async (site) => (await site.contracts.admin.view("state")).value === site.ids.state,
  async run(site) {
    const { state } = site.ids;
    await site.call(site.contracts.admin.operation(site.deployer.publicKey, "set_state", { state }));
  },
};

async function unregistered(site: Site) {
  const records = await Promise.all(
    contractNames.map(async (name) => ({ name, record: (await site.contracts.state.view("get", { name })).value })),
  );
  return records.filter(({ name, record }) => {
    const code = record && Buffer.from(record.wasm_hash).toString("hex");
    const { hash, version } = site.wasm[name];
    return record?.address !== site.ids[name] || code !== hash || record.interface !== version;
  });
}

export const registry: Step = {
  title: "register the contracts",
  isDone: async (site) => (await unregistered(site)).length === 0,
  async run(site) {
    const operator = site.deployer.publicKey;
    for (const { name, record } of await unregistered(site)) {
      const entry = {
        operator,
        name,
        address: site.ids[name],
        wasm_hash: Buffer.from(site.wasm[name].hash, "hex"),
        version: await schemaVersion(site, name),
        expected: record?.revision ?? 0,
      };
      // Repeating it changes nothing: a run may have ended between the two.
      await site.call(site.contracts.state.operation(operator, "register", entry));
      await setInterface(site, name);
    }
  },
};

async function setInterface(site: Site, name: ContractName): Promise<void> {
  const { state } = site.contracts;
  const { value: record } = await state.view("get", { name });
  const operator = site.deployer.publicKey;
  const entry = { operator, name, interface: site.wasm[name].version, expected: record?.revision ?? 0 };
  await site.call(state.operation(operator, "set_interface", entry));
}

/** Every contract answers `version`; the union of their clients has no call that TypeScript sees as common. */
async function schemaVersion({ contracts }: Site, name: ContractName): Promise<number> {
  return (await (contracts[name] as Site["contracts"]["admin"]).view("version")).value;
}

export const mintQuota: Step = {
  title: "set the treasury's mint quota",
  async isDone(site) {
    const { value } = await site.contracts.token.view("quota", { minter: site.keys.signer("treasury").publicKey });
    // Zero: never set. An operator's later change stays.
    return value.daily > 0n;
  },
  run(site) {
    const operator = site.deployer.publicKey;
    const minter = site.keys.signer("treasury").publicKey;
    return site.call(
      site.contracts.token.operation(operator, "set_quota", { operator, minter, daily: site.terms.mintQuota }),
    );
  },
};
