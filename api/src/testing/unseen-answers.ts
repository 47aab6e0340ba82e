import { type Route, titleOf } from "../http/route.ts";
import { errorsOf } from "../openapi/errors.ts";
import type { SeenAnswer } from "./seen-answers.ts";

// The answers that the tests must have seen: each status that a route answers, by a test of its own and not by a survey of all
// (`startService`), and each problem that it can answer. Problems that one piece of code makes alike for all routes have to be seen once,
// whatever the route.

const ALIKE_FOR_ALL = new Set([
  "malformed_json",
  "invalid_request",
  "body_required",
  "body_too_large",
  "unsupported_media_type",
  "url_too_long",
  "too_many_requests",
  "internal_error",
  "database_unavailable",
  "too_many_open_files",
]);

/** Answers that no unit test can cause, with the reason. */
const UNPROVOKED: Record<string, string> = {
  "any route: 400 invalid_request":
    "whoever breaks off is no client that could read it; problems.test.ts asks by a socket",
};

/** The promised answers that no test has seen, such as `POST /rewards/issue: 409 budget_exhausted`. */
export function unseen(routes: readonly Route[], seen: readonly SeenAnswer[]): string[] {
  const known = new Set([...seen.map(lineOf), ...seen.map(({ status, code }) => lineOf({ route: ANY, status, code }))]);
  const promised = new Set(routes.flatMap(promisesOf).map(lineOf));
  return [...promised].filter((line) => !known.has(line) && !(line in UNPROVOKED));
}

const ANY = "any route";

const lineOf = ({ route, status, code }: SeenAnswer) => `${route}: ${status}${code === null ? "" : ` ${code}`}`;

function promisesOf(route: Route): SeenAnswer[] {
  const title = titleOf(route);
  const answers = Object.keys(route.responses).map((status) => ({ route: title, status: Number(status), code: null }));
  const problems = [...errorsOf(route)].flatMap(([status, codes]) =>
    codes.map((code) => ({ route: ALIKE_FOR_ALL.has(code) ? ANY : title, status, code })),
  );
  return [...answers, ...problems];
}
