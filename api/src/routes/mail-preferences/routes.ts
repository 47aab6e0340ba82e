import { preferences, setPreferences } from "@merit/core/parties/mail/preferences.ts";
import { defineRoute } from "../../http/route.ts";
import * as T from "./schema.ts";

const description = "Mails about security are always sent.";

export const showUser = defineRoute({
  method: "get",
  path: "/users/me/mail-preferences",
  auth: "user",
  summary: "Which mails the caller gets",
  description,
  request: {},
  responses: { 200: T.ofUser.view },
  errors: {},
  async handler({ context, session }) {
    const reader = { kind: "user", id: session.user.id } as const;
    return { status: 200, body: await context.db.read((store) => preferences(store, reader)) };
  },
});

export const updateUser = defineRoute({
  method: "patch",
  path: "/users/me/mail-preferences",
  auth: "user",
  keyless: true,
  summary: "Switches the caller's mails on or off",
  description,
  request: { body: T.ofUser.body },
  responses: { 200: T.ofUser.view },
  errors: {},
  async handler({ context, session, body }) {
    const reader = { kind: "user", id: session.user.id } as const;
    return { status: 200, body: await context.db.commit((store) => setPreferences(store, reader, body)) };
  },
});

export const showMerchant = defineRoute({
  method: "get",
  path: "/merchants/me/mail-preferences",
  auth: "merchant",
  summary: "Which mails the merchant gets",
  description,
  request: {},
  responses: { 200: T.ofMerchant.view },
  errors: {},
  async handler({ context, merchant }) {
    const reader = { kind: "merchant", id: merchant.id } as const;
    return { status: 200, body: await context.db.read((store) => preferences(store, reader)) };
  },
});

export const updateMerchant = defineRoute({
  method: "patch",
  path: "/merchants/me/mail-preferences",
  auth: "merchant",
  keyless: true,
  summary: "Switches the merchant's mails on or off",
  description,
  request: { body: T.ofMerchant.body },
  responses: { 200: T.ofMerchant.view },
  errors: {},
  async handler({ context, merchant, body }) {
    const reader = { kind: "merchant", id: merchant.id } as const;
    return { status: 200, body: await context.db.commit((store) => setPreferences(store, reader, body)) };
  },
});
