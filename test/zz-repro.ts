import { createTemplate } from "./support/template.ts";
import { World } from "./support/world.ts";

const tpl = process.argv[2] ?? (await createTemplate());
console.log(tpl);
const world = await World.open(tpl);
const merchant = await world.merchant();
const wallet = await world.wallet();
const campaign_id = await world.campaign(merchant);
await world.server.kill("SIGTERM");
await world.startServer({ MERIT_FAULT: "after-stored" });
const { body } = await merchant.post("/rewards/issue", {
  idempotency_key: "once",
  campaign_id,
  wallet_address: wallet.address,
  amount: "7",
});
await world.server.exited();
await world.ledger.increaseTime(600);
const t = Date.now();
const iv = setInterval(() => {
  console.log(Date.now() - t, world.server.output.slice(-1500));
}, 4000);
try {
  await world.startServer();
  console.log("up", Date.now() - t);
  console.log(await world.settled(merchant, body.id, "confirmed", 15000));
} catch (e) {
  console.log(String(e));
}
console.log(world.server.output);
clearInterval(iv);
await world.end();
process.exit(0);
