import { preferences, setPreferences } from "@merit/core/parties/mail/preferences.ts";
import type { Reader } from "@merit/core/parties/mail/reader.ts";
import { validate } from "../../http/input.ts";
import { type Call, defineRoute } from "../../http/route.ts";
import * as T from "./schema.ts";

const READERS = ["user", "merchant"] as const;

const readerOf = ({
  merchant,
  session,
}: Pick<Call<typeof READERS, unknown, unknown, unknown>, "merchant" | "session">): Reader =>
  merchant ? { kind: "merchant", id: merchant.id } : { kind: "user", id: session?.user.id ?? 0 };

const description =
  "Users have the topics `rewards`, `redemptions` and `points`, merchants `failures`, `redemptions` and `statements`. Mails about security are always sent.";

export const show = defineRoute({
  method: "get",
  path: "/mail-preferences",
  auth: READERS,
  summary: "Which mails the caller gets",
  description,
  request: {},
  responses: { 200: T.preferencesView },
  errors: {},
  handler: async ({ context, ...caller }) => ({
    status: 200,
    body: await context.db.read((store) => preferences(store, readerOf(caller))),
  }),
});

export const update = defineRoute({
  method: "patch",
  path: "/mail-preferences",
  auth: READERS,
  keyless: true,
  summary: "Switches the caller's mails on or off",
  description,
  request: { body: T.preferencesBody },
  responses: { 200: T.preferencesView },
  errors: {},
  async handler({ context, body, ...caller }) {
    const reader = readerOf(caller);
    const change = validate(T.changeOf[reader.kind], body);
    return { status: 200, body: await context.db.commit((store) => setPreferences(store, reader, change)) };
  },
});
