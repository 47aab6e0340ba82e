import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./processes.ts";

/** The walks of CONTRIBUTING.md. A patch holds what a person writes; the rest is generated. */
export const walks = [
  { title: "Add a field to campaigns", patch: "test/walks/campaign-field.patch", mostFiles: 8 },
  { title: "Add an event type", patch: "test/walks/event-type.patch", mostFiles: 4 },
  { title: "Add a route with a table", patch: "test/walks/route-with-table.patch", mostFiles: 12 },
  { title: "Add a contract", patch: "test/walks/contract.patch", mostFiles: 8 },
];

/** The files that a patch changes or creates. */
export const filesOf = (patch: string) =>
  [...readFileSync(join(root, patch), "utf8").matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = ""]) => file);
