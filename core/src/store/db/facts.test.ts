import { expect, it } from "vitest";
import { createWorld } from "../../testing/world.ts";
import { bindDatabase, ForeignDatabaseError } from "./facts.ts";

it("a database stays with the deployment that it was first used with", async () => {
  await using world = createWorld();
  const { db } = world.context;
  await bindDatabase(db, { passphrase: "A", distribution: "C1" });
  await bindDatabase(db, { passphrase: "A", distribution: "C1" });
  await expect(bindDatabase(db, { passphrase: "B", distribution: "C1" })).rejects.toThrow(ForeignDatabaseError);
  await expect(bindDatabase(db, { passphrase: "A", distribution: "C2" })).rejects.toThrow(/distribution is "C1"/);
  await bindDatabase(db, { passphrase: "A", distribution: "C1" });
});
