import { STATUS_CODES } from "node:http";
import { presentProblem } from "../http/problem-answer.ts";
import type { Route } from "../http/route.ts";
import { errorsOf } from "./errors.ts";
import { header } from "./headers.ts";
import { problemExamples } from "./problem-examples.ts";

// Many routes answer the same problems: each answer, code and example is described once, as a component.

/** Of the examples. */
const REQUEST_ID = "order-17";
const RETRY_STATUSES = [409, 429, 503];

type Codes = readonly string[];

const component = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const answerName = (status: number, codes: Codes) => [status, ...codes].join(".");
/** `budget_exhausted`: BudgetExhaustedProblem. */
const modelName = (code: string) => `${code.replaceAll(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())}Problem`;

/** If a status is also an answer of the route itself, that answer is described. */
const answersOf = (route: Route) => [...errorsOf(route)].filter(([status]) => !(status in route.responses));

/** The problems of a route, by status. */
export const problemsOf = (route: Route) =>
  Object.fromEntries(
    answersOf(route).map(([status, codes]) => [status, component("responses", answerName(status, codes))]),
  );

/** What `problemsOf` refers to, for all routes. */
export function problemComponents(routes: readonly Route[]) {
  const answers = routes.flatMap(answersOf);
  const codes = [...new Set(answers.flatMap(([, ofAnswer]) => ofAnswer))];
  return {
    responses: Object.fromEntries(
      answers.map(([status, ofAnswer]) => [answerName(status, ofAnswer), answer(status, ofAnswer)]),
    ),
    schemas: Object.fromEntries(codes.map((code) => [modelName(code), model(code)])),
    examples: Object.fromEntries(codes.map((code) => [code, example(code)])),
  };
}

function answer(status: number, codes: Codes) {
  const models = codes.map((code) => component("schemas", modelName(code)));
  const examples = Object.fromEntries(codes.map((code) => [code, component("examples", code)]));
  return {
    description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(", ")}`,
    ...(RETRY_STATUSES.includes(status) && { headers: { "Retry-After": header("Retry-After") } }),
    content: {
      "application/problem+json": { schema: models.length === 1 ? models[0] : { anyOf: models }, examples },
    },
  };
}

/** An `enum` with one value: not every generator of clients knows `const` here. */
const model = (code: string) => ({
  allOf: [component("schemas", "Problem"), { properties: { code: { enum: [code] } } }],
});

function example(code: string) {
  const problem = problemExamples.get(code);
  if (!problem) throw new Error(`problem-examples.ts has no example of ${code}`);
  return { summary: problem.title, value: presentProblem(problem, REQUEST_ID) };
}
