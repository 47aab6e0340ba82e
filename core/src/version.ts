import manifest from "../package.json" with { type: "json" };

/** Version of the project: of the service, its API, its contracts and its ledger alike. */
export const version = manifest.version;
