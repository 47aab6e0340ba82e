import { buildContracts, buildLocalnet } from "./lib/build.ts";
import { main, root, run } from "./lib/run.ts";

await main(async () => {
  const options = process.argv.slice(2);
  const network =
    options.find((_, index) => options[index - 1] === "--network") ?? process.env.MERIT_NETWORK ?? "local";
  if (network === "local") {
    await buildLocalnet();
    await buildContracts();
  }
  process.on("SIGINT", () => {});
  await run(process.execPath, [`${root}/cli/bin/merit.mjs`, "start", ...options]);
});
