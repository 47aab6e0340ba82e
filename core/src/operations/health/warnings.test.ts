import { expect, it } from "vitest";
import { loadSettings } from "../../base/settings/settings.ts";
import { warningsOf } from "./warnings.ts";

it("warns of passwords that travel in the clear where money is real", () => {
  const warnings = (env: Record<string, string>) => warningsOf(loadSettings(env)).map((text) => text.split(" ", 1)[0]);
  expect(warnings({})).toEqual([]);
  expect(warnings({ MERIT_NETWORK: "testnet" })).toEqual(["PUBLIC_URL"]);
  expect(warnings({ MERIT_NETWORK: "testnet", PUBLIC_URL: "https://rewards.example" })).toEqual([]);
});
