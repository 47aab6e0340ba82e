import manifest from "../package.json" with { type: "json" };

/** Version of the project: of the service, its contracts, its ledger and the CLI alike. The API's description has its own. */
export const version = manifest.version;
