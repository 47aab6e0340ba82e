import { type rpc, xdr } from "@stellar/stellar-sdk";
import { keyOf, readEntries } from "./rpc.ts";

/** Resources that a contract transaction takes of a ledger, or that a ledger has for all of them. */
export interface LedgerResources {
  instructions: number;
  diskReadEntries: number;
  diskReadBytes: number;
  writeEntries: number;
  writeBytes: number;
  /** Bytes of envelopes. */
  transactionBytes: number;
}

export interface LedgerLimits {
  ledger: LedgerResources;
  /** Entries that one transaction may write. */
  writesPerTransaction: number;
}

/** The network's own settings. @throws RpcUnavailable */
export async function readLedgerLimits(server: rpc.Server): Promise<LedgerLimits> {
  const ids = xdr.ConfigSettingId;
  const keys = [
    ids.configSettingContractComputeV0,
    ids.configSettingContractLedgerCostV0,
    ids.configSettingContractBandwidthV0,
  ].map((configSettingId) => xdr.LedgerKey.configSetting(new xdr.LedgerKeyConfigSetting({ configSettingId })));
  const { entries } = await readEntries(server, keys);
  const [compute, cost, bandwidth] = keys.map((key) => {
    const entry = entries.get(keyOf(key));
    if (entry?.type !== "configSetting") throw new Error("the node didn't answer with the network's settings");
    return entry.configSetting;
  });
  if (
    compute?.type !== "configSettingContractComputeV0" ||
    cost?.type !== "configSettingContractLedgerCostV0" ||
    bandwidth?.type !== "configSettingContractBandwidthV0"
  ) {
    throw new Error("the node answered with other settings than it was asked for");
  }
  const { contractLedgerCost } = cost;
  return {
    ledger: {
      instructions: Number(compute.contractCompute.ledgerMaxInstructions),
      diskReadEntries: contractLedgerCost.ledgerMaxDiskReadEntries,
      diskReadBytes: contractLedgerCost.ledgerMaxDiskReadBytes,
      writeEntries: contractLedgerCost.ledgerMaxWriteLedgerEntries,
      writeBytes: contractLedgerCost.ledgerMaxWriteBytes,
      transactionBytes: bandwidth.contractBandwidth.ledgerMaxTxsSizeBytes,
    },
    writesPerTransaction: contractLedgerCost.txMaxWriteLedgerEntries,
  };
}

/** Resources that a simulated transaction declares. @param bytes size of its envelope */
export function resourcesOf(resources: xdr.SorobanResources, bytes: number): LedgerResources {
  const { footprint, instructions, diskReadBytes, writeBytes } = resources;
  // Contract data and code live in memory; classic entries are read from disk.
  const classic = [...footprint.readOnly, ...footprint.readWrite].filter(
    ({ type }) => type !== "contractData" && type !== "contractCode",
  );
  return {
    ...{ instructions, diskReadBytes, writeBytes },
    diskReadEntries: classic.length,
    writeEntries: footprint.readWrite.length,
    transactionBytes: bytes,
  };
}

/** Share of a ledger that these resources take, by the one that runs out first; 1 fills it. */
export function shareOf(resources: LedgerResources, { ledger }: LedgerLimits): number {
  const names = Object.keys(resources) as (keyof LedgerResources)[];
  return Math.max(...names.map((name) => resources[name] / ledger[name]));
}
