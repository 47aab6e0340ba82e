// The client's types, from the API's description, and the package that npm publishes.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { titleOf } from "../../api/src/http/route.ts";
import { openApi } from "../../api/src/openapi/document.ts";
import { errorsOf } from "../../api/src/openapi/errors.ts";
import { resources, routes } from "../../api/src/routes/index.ts";
import { root, run, step } from "./run.ts";
import { compile } from "./types.ts";

type Paths = Record<string, Record<string, { operationId: string; summary: string }>>;

/** Writes the types that lint and editors need; Node runs the client without them. */
export async function describeClient(): Promise<void> {
  step("Making the client's types from the API's description");
  const document = JSON.parse(JSON.stringify(await openApi(resources)), (_, value) => narrowed(value));
  const nodes = await openapiTS(document, { defaultNonNullable: false });
  // It lists calls by path; the client has them by name.
  const wanted = nodes.filter((node) => !(ts.isInterfaceDeclaration(node) && node.name.text === "paths"));
  writeFileSync(
    join(root, "client/src/description.ts"),
    `${callsOf(document.paths)}\n${codesOf()}\n${astToString(wanted)}`,
  );
}

/** Builds the files that npm packs: JavaScript and types, in client/dist. */
export async function buildClient(): Promise<void> {
  await describeClient();
  step("Building the client");
  rmSync(join(root, "client/dist"), { recursive: true, force: true });
  await run(process.execPath, [compile, "-p", "client/tsconfig.json"]);
}

/** openapi-typescript reads nothing beside a reference, such as those of an enum's values that are possible here. */
function narrowed(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return value;
  const { $ref, ...beside } = value;
  return "enum" in beside || "const" in beside ? beside : value;
}

function callsOf(paths: Paths): string {
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, summary }]) => [
      `    /** ${summary} */`,
      `    "${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}": operations["${operationId}"];`,
    ]),
  );
  return `/** Made by \`npm run client\`. */\nexport interface calls {\n${lines.join("\n")}\n}`;
}

/** The description names a call's problems in its text, which is no type. */
function codesOf(): string {
  const lines = routes.map((route) => {
    const codes = [...errorsOf(route).values()].flat().map((code) => `"${code}"`);
    return `    "${titleOf(route)}": ${[...new Set(codes)].join(" | ")};`;
  });
  return `export interface codes {\n${lines.join("\n")}\n}`;
}
