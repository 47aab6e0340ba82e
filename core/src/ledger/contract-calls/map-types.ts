const PAIRS = "/** A map, as clients answer it. */\ntype MapPairs<K, V> = [key: K, value: V][];\n";

/** The generator of bindings declares a `Map` where clients answer, and also take, a list of pairs. Only arguments can be a `Map` as well. */
export function withMapTypes({ types, client }: { types: string; client: string }): { types: string; client: string } {
  const answers = client.replaceAll(/(AssembledTransaction|txFromJson)<.*/g, paired);
  return { types: declared(paired(types), types), client: declared(answers, client) };
}

const paired = (text: string) => text.replaceAll(/\bMap</g, "MapPairs<");
const declared = (text: string, before: string) => (text === before ? text : `${text}\n${PAIRS}`);
