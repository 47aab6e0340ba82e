import * as users from "@merit/core/accounts/overview.ts";
import { notFound } from "@merit/core/base/errors.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentUser } from "../users/presenter.ts";
import { userParams, userView } from "../users/schema.ts";
import { presentUserWithWallets } from "./presenter.ts";
import * as T from "./schema.ts";

export const listUsers = defineRoute({
  method: "get",
  path: "/admin/users",
  auth: "admin",
  summary: "Accounts, newest first; can be filtered by the beginning of the e-mail address, a wallet or the role",
  request: { query: T.userQuery },
  responses: { 200: listOf(userView) },
  errors: {},
  async handler({ context, query: { cursor, ...filter } }) {
    const page = await context.db.read((store) => users.list(store, { ...filter, before: cursor }));
    return { status: 200, body: presentIdPage(page, presentUser) };
  },
});

export const showUser = defineRoute({
  method: "get",
  path: "/admin/users/:id",
  auth: "admin",
  summary: "A user with their wallets; PATCH /users/:id changes roles",
  request: { params: userParams },
  responses: { 200: T.userWithWalletsView },
  errors: {},
  async handler({ context, params: { id } }) {
    const found = await context.db.read((store) => users.find(store, id));
    if (!found) throw notFound("user", id);
    return { status: 200, body: presentUserWithWallets(found) };
  },
});
