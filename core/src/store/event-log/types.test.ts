import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { eventTypes } from "./types.ts";

it("docs/events.md lists all types", () => {
  const page = readFileSync(new URL("../../../../docs/events.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| (.+) \|$/gm)].map(([, type, when]) => [type, when]);
  expect(listed).toEqual(Object.entries(eventTypes).map(([type, { when }]) => [type, when]));
});
