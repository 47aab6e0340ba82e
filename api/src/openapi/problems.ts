import { validationFailed } from "@merit/core/base/errors.ts";
import { presentProblem, problemBody } from "../http/problem-answer.ts";
import type { Route } from "../http/route.ts";
import { COMMON, errorsOf } from "./errors.ts";
import type { JsonSchema, Schemas } from "./schemas.ts";

// Every problem has the same schema. A call refers to one answer, `default`, which names the codes that any
// call can answer, and names its own in its text: an answer for each status and set of codes would be a tenth of the document.

/** Code for every call that asks the ledger's node. */
const LEDGER = "rpc_unavailable";

export class Problems {
  readonly response = { $ref: "#/components/responses/Problem" };
  readonly responses: Record<string, JsonSchema> = {
    Problem: {
      description: `A problem. Any call: ${listed(COMMON)}. Calls that need the ledger: 503 \`${LEDGER}\`.`,
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    },
  };

  /** Names the problems of a call that not any call can answer. */
  textOf(route: Route): string {
    const own = [...errorsOf(route)].flatMap(([status, codes]) => {
      const rare = codes.filter((code) => !COMMON.get(status)?.includes(code) && code !== LEDGER);
      return rare.length > 0 && !(status in route.responses) ? [[status, rare] as const] : [];
    });
    return own.length === 0 ? "" : `Problems: ${listed(new Map(own))}.`;
  }

  schema(schemas: Schemas): JsonSchema {
    schemas.output(problemBody);
    const example = validationFailed([{ field: "amount", message: "must be greater than 0" }]);
    return { ...schemas.components.Problem, examples: [presentProblem(example, "order-17")] };
  }
}

/** `409 a, b; 503 c` */
const listed = (codes: ReadonlyMap<number, readonly string[]>) =>
  [...codes].map(([status, names]) => `${status} ${names.map((name) => `\`${name}\``).join(", ")}`).join("; ");
