import { Problem } from "../base/errors.ts";
import * as ledger from "../programmes/points/ledger.ts";
import { openAt } from "./open-at.ts";

// Debits a point under each of many causes, several at once, and prints how many were refused.
// Arguments: the database, user, number of causes.

const [address = "", user = "", causes = ""] = process.argv.slice(2);
const db = openAt(address);
const debit = {
  userId: Number(user),
  merchantId: null,
  withPlatform: false,
  kind: "redemption",
  points: 1,
  tiers: [],
  now: new Date(),
} as const;

let refused = 0;
for (let first = 0; first < Number(causes); first += 5) {
  const five = Array.from({ length: 5 }, (_, index) => `debit:${first + index}`);
  const results = await Promise.allSettled(
    five.map((cause) => db.commit((store) => ledger.debit(store, { ...debit, cause }))),
  );
  for (const result of results) {
    if (result.status === "fulfilled") continue;
    if (!(result.reason instanceof Problem)) throw result.reason;
    refused += 1;
  }
}
await db.close();
process.stdout.write(String(refused));
