import { networkNames } from "@merit/core/base/settings/settings.ts";
import { version } from "@merit/core/base/version.ts";
import { z } from "zod";
import { issuer, pool } from "../../http/examples.ts";

const examples = [
  {
    version,
    network: "testnet",
    network_passphrase: "Test SDF Network ; September 2015",
    asset: { code: "MERIT", issuer, contract_id: pool },
    contracts: { pool },
    accounts: { issuer },
    rpc_url: null,
  },
] as const;

export const assetView = z.strictObject({
  code: z.string().meta({ description: "its code" }),
  issuer: z.string().meta({ description: "its issuer (G...)" }),
  contract_id: z.string().meta({ description: "its contract (C...)" }),
});

export const networkView = z
  .strictObject({
    version: z.string().meta({ description: "version of the service" }),
    network: z.enum(networkNames).meta({ description: "its name" }),
    network_passphrase: z.string(),
    asset: assetView.meta({ description: "the reward asset" }),
    contracts: z.record(z.string(), z.string()).meta({ description: "addresses by name" }),
    accounts: z.record(z.string(), z.string()).meta({ description: "addresses by role" }),
    rpc_url: z.string().nullable().meta({ description: "URL of the local ledger's node; null elsewhere" }),
  })
  .meta({ id: "Network", examples });
