import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { merit, problem } from "../testing/cli.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

const { api, folder, env } = scriptedApi({ MERIT_API_KEY: "key-1" });

const made = {
  ...{ id: 1, campaign_id: 3, count: 1, amount: "5", expires_at: "2027-01-31T00:00:00Z" },
  vouchers: [{ id: 7, code: "7KQ4", url: "http://shop.example/voucher#7KQ4" }],
};
const create = (...files: string[]) =>
  merit(["voucher", "create", "--campaign", "3", "--count", "1", "--amount", "5", ...files], { env });

it("keeps a file with codes though a later one can't be made", async () => {
  api.on("POST /campaigns/3/vouchers", { status: 201, body: made });
  api.on("POST /vouchers/check", problem(503, "unavailable", "Not now."));
  const [csv, pdf] = [join(folder, "codes.csv"), join(folder, "codes.pdf")];
  expect((await create("--csv", csv, "--pdf", pdf)).code).toBe(1);
  expect(readFileSync(csv, "utf8")).toContain("7,7KQ4,");
  expect(existsSync(pdf)).toBe(false);
});

it("fails where a file was asked for and the codes aren't shown again", async () => {
  api.on("POST /campaigns/3/vouchers", { body: { ...made, vouchers: null } });
  const csv = join(folder, "again.csv");
  const { code, err } = await create("--csv", csv);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("No file was written") });
  expect(existsSync(csv)).toBe(false);
  expect((await create()).code).toBe(0);
});
