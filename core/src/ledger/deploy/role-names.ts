/** Roles as the contracts know them (`contracts/common/src/roles.rs`). */
export const roleNames = [
  "minter",
  "treasurer",
  "manager",
  "appointer",
  "distributor",
  "limiter",
  "registrar",
  "freezer",
  "clawback",
  "revoker",
  "pauser",
  "unpauser",
  "upgrader",
  "campaign",
  "distribution",
  "vetoer",
  "fulfil",
  "qualify",
] as const;
export type RoleName = (typeof roleNames)[number];
