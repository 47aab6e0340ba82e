/**
 * The generator of bindings makes only a value of a contract's errors, and names it as a type where a function returns a `Result`.
 * Adds these types to the generated `types.ts`.
 */
export function withErrorTypes({ types, client }: { types: string; client: string }): string {
  return types.replaceAll(/^export const (\w+) = \{[\s\S]*?^\}/gm, (errors, name: string) =>
    new RegExp(`Result<.*\\b${name}>`).test(client)
      ? `${errors} as const\nexport type ${name} = (typeof ${name})[keyof typeof ${name}];`
      : errors,
  );
}
