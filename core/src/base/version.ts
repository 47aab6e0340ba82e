import manifest from "../../package.json" with { type: "json" };

/** Version of the project: the service, its contracts, its ledger and the CLI. The API's description has its own version. */
export const version = manifest.version;
