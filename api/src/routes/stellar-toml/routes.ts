import type { Context } from "@merit/core/context/context.ts";
import { defineRoute } from "../../http/route.ts";
import * as T from "./schema.ts";

export const stellarToml = defineRoute({
  method: "get",
  path: "/.well-known/stellar.toml",
  atRoot: true,
  auth: "none",
  summary: "The data that wallets need to log in and to show the asset (SEP-1)",
  description: "Needs no credentials; pages of any origin may read it.",
  request: {},
  responses: { 200: T.tomlFile },
  produces: "text/plain",
  errors: {},
  handler: async ({ context }) => ({
    status: 200,
    body: tomlOf(context),
    // SEP-1: wallets in browsers read it from anywhere.
    headers: { "Content-Type": "text/plain; charset=utf-8", "Access-Control-Allow-Origin": "*" },
  }),
});

/** All values are ours: domains, addresses and an asset code, none with a quote in it; the operator's texts are quoted as JSON does. */
function tomlOf({ chain, auth, settings }: Context): string {
  const { code, issuer } = chain.manifest.asset;
  const { name, image } = settings.asset;
  const shown = Object.entries({ name, image }).flatMap(([key, text]) =>
    text ? `${key} = ${JSON.stringify(text)}\n` : [],
  );
  return `VERSION = "2.7.0"
NETWORK_PASSPHRASE = "${chain.passphrase}"
SIGNING_KEY = "${auth.keys.webAuth.publicKey}"
WEB_AUTH_ENDPOINT = "${settings.publicUrl}/api/auth/wallet"

[[CURRENCIES]]
code = "${code}"
issuer = "${issuer}"
display_decimals = 7
${shown.join("")}`;
}
