// The callers that a contract's source admits: the roles that each entry point names, itself or in a helper of its file.

export interface EntryPoint {
  roles: Set<string>;
  /** Requires a signature, refuses while stopped or emits an event: more than reading. */
  acts: boolean;
}

/** Role names by the name of their constant in `roles.rs`. */
export function roleNames(source: string): Map<string, string> {
  const constants = source.matchAll(/^pub const ([A-Z]+): &str = "(\w+)";$/gm);
  return new Map(Array.from(constants, ([, constant, name]) => [constant as string, name as string]));
}

/**
 * @param source rustfmt's layout of a contract's entry points: its public functions are indented, its helpers are not
 * @param roles see `roleNames`
 */
export function entryPoints(source: string, roles: Map<string, string>): Map<string, EntryPoint> {
  const helpers = functions(source, "", "");
  const whole = (body: string, seen: string[]): string => {
    const calls = [...body.matchAll(/(?<![:.\w])(\w+)\(/g)].map(([, name]) => name as string);
    const fresh = [...new Set(calls)].filter((name) => helpers.has(name) && !seen.includes(name));
    return [body, ...fresh.map((name) => whole(helpers.get(name) ?? "", [...seen, ...fresh]))].join("\n");
  };
  const points = [...functions(source, "    ", "pub ")].map(([name, body]): [string, EntryPoint] => {
    const text = whole(body, []);
    const named = [...text.matchAll(/\brole(?:s|_names)::([A-Z]+)\b/g)].map(([, constant]) => constant as string);
    const held = named.map((constant) => roles.get(constant) ?? constant);
    return [
      name,
      { roles: new Set(held), acts: /\.publish\(|\brequire_(?:auth|role|running|admin)|\benter_/.test(text) },
    ];
  });
  return new Map(points);
}

/** Bodies of the functions with this indentation, by name. */
function functions(source: string, indent: string, visibility: string): Map<string, string> {
  const pattern = new RegExp(`^${indent}${visibility}fn (\\w+)[\\s\\S]*?\\{\\n([\\s\\S]*?)^${indent}\\}$`, "gm");
  return new Map(Array.from(source.matchAll(pattern), ([, name, body]) => [name as string, body as string]));
}
