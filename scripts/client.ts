// Builds the client that npm packs; with `--types` only writes its types, which editors and `tsc` need.
import { buildClient, describeClient } from "./lib/client.ts";
import { main } from "./lib/run.ts";

await main(process.argv.includes("--types") ? describeClient : buildClient);
