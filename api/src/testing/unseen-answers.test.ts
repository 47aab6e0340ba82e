import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { titleOf } from "../http/route.ts";
import { create } from "../routes/catalogue/routes.ts";
import { remove } from "../routes/users/routes.ts";
import { note, readSeen, SEEN_ANSWERS } from "./seen-answers.ts";
import { unseen } from "./unseen-answers.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-test-"));
  file = join(folder, "seen.jsonl");
  vi.stubEnv(SEEN_ANSWERS, file);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Routes by names that no other test notes. */
const routes = [
  { ...create, path: "/unseen/catalogue" },
  { ...remove, path: "/unseen/users/:id" },
];
const [first, second] = routes.map(titleOf) as [string, string];
const see = (route: string, status: number, code: string | null = null) => note({ route, status, code });

it("names each promised answer that no test has seen; shared answers count once for all routes", () => {
  see(first, 201);
  for (const [status, code] of [
    [401, "missing_api_key"],
    [401, "invalid_api_key"],
    [403, "insufficient_scope"],
    [409, "contract_item_taken"],
    [422, "validation_failed"],
    [429, "too_many_requests"],
    [429, "too_many_waiting"],
  ] as const) {
    see(first, status, code);
  }
  see("GET /unseen/elsewhere", 500, "internal_error");
  see("GET /unseen/elsewhere", 503, "database_unavailable");
  see("GET /unseen/elsewhere", 503, "too_many_open_files");
  expect(unseen(routes, readSeen(file)).toSorted()).toEqual(
    [
      ...["400 malformed_json", "400 body_required", "413 body_too_large", "415 unsupported_media_type"].map(
        (problem) => `any route: ${problem}`,
      ),
      ...["409 contract_item_unknown", "409 stock_changed", "422 idempotency_key_reused"].map(
        (problem) => `${first}: ${problem}`,
      ),
      ...["204", "401 missing_token", "401 invalid_token", "404 not_found"].map((answer) => `${second}: ${answer}`),
      ...["422 validation_failed", "422 idempotency_key_reused"].map((answer) => `${second}: ${answer}`),
    ].toSorted(),
  );
});

it("records nothing unless asked to", () => {
  vi.stubEnv(SEEN_ANSWERS, "");
  see("GET /unseen/by-hand", 200);
  vi.stubEnv(SEEN_ANSWERS, file);
  see("GET /unseen/by-hand", 200);
  expect(readSeen(file)).toEqual([{ route: "GET /unseen/by-hand", status: 200, code: null }]);
});
