import { expect, it } from "vitest";
import { merit } from "../testing/cli.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

const { api, env } = scriptedApi({ MERIT_API_KEY: "key" });

it("shows a merchant how much of a drop was claimed, and by how many", async () => {
  const drop = {
    id: 4,
    name: "Thanks",
    status: "active",
    total: "12",
    wallets: 3,
    remainder: null,
    error_message: null,
  };
  api.on("GET /drops/4", { body: { ...drop, claimed: { wallets: 2, amount: "7.5" } } });
  const { out } = await merit(["drop", "show", "4"], { env });
  expect(out).toMatch(/^Claimed +7\.5, by 2 wallets$/m);
});
