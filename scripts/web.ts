// Builds the pages, or serves them with reloading beside a running `npm start` (`npm run dev -w web`).
import { buildWeb } from "./lib/build.ts";
import { main, run } from "./lib/run.ts";

await main(async () => {
  if (process.argv.includes("--dev")) await run("vite", ["web", "--open", "/app/wallet"]);
  else await buildWeb();
});
