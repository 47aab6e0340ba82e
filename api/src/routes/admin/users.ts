import * as users from "@merit/core/accounts/service.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentUser } from "../users/presenter.ts";
import { userView } from "../users/schema.ts";
import * as T from "./schema.ts";

export const listUsers = defineRoute({
  method: "get",
  path: "/admin/users",
  auth: "admin",
  summary: "Accounts, newest first; can be filtered by the beginning of the e-mail address, a wallet or the role",
  description: "Deleted users are left out.",
  request: { query: T.userQuery },
  responses: { 200: listOf(userView) },
  errors: {},
  async handler({ context, query: { cursor, ...filter } }) {
    const page = await context.db.read((store) => users.list(store, { ...filter, before: cursor }));
    return { status: 200, body: presentIdPage(page, presentUser) };
  },
});
