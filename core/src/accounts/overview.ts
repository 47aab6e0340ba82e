import { type Page, type PageRequest, toPage } from "../base/page.ts";
import type { User, UserFilter } from "../parties/users/store.ts";
import * as rows from "../parties/users/store.ts";
import type { Store } from "../store/db/store.ts";
import { normalEmail } from "./service.ts";

export type { UserFilter } from "../parties/users/store.ts";

/** Accounts that aren't deleted, newest first, for administrators. */
export function list(store: Store, { email, ...request }: UserFilter & PageRequest): Promise<Page<User>> {
  const beginning = email === undefined ? {} : { email: normalEmail(email) };
  return toPage({ ...request, ...beginning }, (page) => rows.list(store, page));
}
