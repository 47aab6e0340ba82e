// Reference of a contract as its spec (SEP-48) has it: functions, events, errors, types.
import type { contract, xdr } from "@stellar/stellar-sdk";
import { typeName } from "../../../core/src/ledger/contract-calls/arguments.ts";

type Entry<Name extends xdr.ScSpecEntry["type"]> = Extract<xdr.ScSpecEntry, { type: Name }>["value"];

/** Sorted by name: the order in the wasm is the compiler's. */
export function specMarkdown(spec: contract.Spec): string {
  const of = <Name extends xdr.ScSpecEntry["type"]>(name: Name): Entry<Name>[] =>
    spec.entries
      .flatMap((entry) => (entry.type === name ? [entry.value as Entry<Name>] : []))
      .sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
  const errors = of("scSpecEntryUdtErrorEnumV0").flatMap(({ cases }) => cases);
  const types = [
    ...of("scSpecEntryUdtStructV0").map(struct),
    ...of("scSpecEntryUdtUnionV0").map(union),
    ...of("scSpecEntryUdtEnumV0").map(enumeration),
  ];
  return [
    "## Functions",
    ...of("scSpecEntryFunctionV0").map(method),
    "## Events",
    ...of("scSpecEntryEventV0").map(event),
    "## Errors",
    table(
      ["number", "name", "meaning"],
      errors.toSorted((a, b) => a.value - b.value).map(({ value, name, doc }) => [`${value}`, code(name), line(doc)]),
    ),
    ...(types.length > 0 ? ["## Types", ...types] : []),
  ].join("\n\n");
}

/** Names of the public functions, without the constructor, which nobody can call. */
export const functionNames = (spec: contract.Spec): string[] =>
  spec
    .funcs()
    .map(({ name }) => name.toString())
    .filter((name) => name !== "__constructor");

/** Names of all cases of the contract's enums and unions. */
export const caseNames = (spec: contract.Spec): string[] =>
  spec.entries.flatMap((entry): string[] => {
    if (entry.type === "scSpecEntryUdtEnumV0") return entry.value.cases.map(({ name }) => name.toString());
    if (entry.type === "scSpecEntryUdtUnionV0") return entry.value.cases.map(({ value }) => value.name.toString());
    return [];
  });

function method({ name, doc, inputs, outputs }: xdr.ScSpecFunctionV0): string {
  const args = inputs.map((input) => `${input.name}: ${typeName(input.type)}`).join(", ");
  const answer = outputs.map((output) => ` -> ${typeName(output)}`).join("");
  return paragraphs(`### ${name}`, code(`${name}(${args})${answer}`), line(doc));
}

function event({ prefixTopics, params, dataFormat, doc }: xdr.ScSpecEventV0): string {
  const [topics, data] = [true, false].map((wanted) =>
    params
      .filter(({ location }) => (location.name === "scSpecEventParamLocationTopicList") === wanted)
      .map((param) => code(`${param.name}: ${typeName(param.type)}`) + remark(param.doc)),
  ) as [string[], string[]];
  const format = dataFormat.name
    .replace("scSpecEventDataFormat", "")
    .replace("SingleValue", "single value")
    .toLowerCase();
  const list = [
    `- topics: ${[...prefixTopics.map((topic) => code(`"${topic}"`)), ...topics].join(", ")}`,
    `- data${data.length > 0 ? ` (${format}): ${data.join(", ")}` : ": none"}`,
  ];
  return paragraphs(`### ${prefixTopics.join(" ")}`, line(doc), list.join("\n"));
}

function struct({ name, doc, fields }: xdr.ScSpecUdtStructV0): string {
  const rows = fields.map((field) => [code(field.name), code(typeName(field.type)), line(field.doc)]);
  return paragraphs(`### ${name}`, line(doc), table(["field", "type", "meaning"], rows));
}

function union({ name, doc, cases }: xdr.ScSpecUdtUnionV0): string {
  const rows = cases.map(({ type, value }) => [
    code(value.name),
    type === "scSpecUdtUnionCaseTupleV0" ? code(value.type.map(typeName).join(", ")) : "",
    line(value.doc),
  ]);
  return paragraphs(`### ${name}`, line(doc), table(["case", "with", "meaning"], rows));
}

function enumeration({ name, doc, cases }: xdr.ScSpecUdtEnumV0): string {
  const rows = cases.map((item) => [code(item.name), String(item.value), line(item.doc)]);
  return paragraphs(`### ${name}`, line(doc), table(["case", "value", "meaning"], rows));
}

const code = (text: { toString(): string }) => `\`${text}\``;

/** Doc comment up to its first heading, on one line; links to other items of the source mean nothing here. */
const line = (doc: { toString(): string }) =>
  (doc.toString().split(/^#+ /m)[0] ?? "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\[(`[^`]+`)\]/g, "$1")
    .trim();

const remark = (doc: { toString(): string }) => (line(doc) === "" ? "" : ` (${line(doc).replace(/\.$/, "")})`);

const paragraphs = (...parts: string[]) => parts.filter((part) => part !== "").join("\n\n");

export function table(head: string[], rows: string[][]): string {
  const cells = (row: string[]) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [cells(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(cells)].join("\n");
}
