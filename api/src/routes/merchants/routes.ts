import { register as registerMerchant } from "@merit/core/merchants/service.ts";
import { topics } from "@merit/core/wake.ts";
import { defineRoute } from "../../http/route.ts";
import * as E from "./examples.ts";
import { presentMerchant } from "./presenter.ts";
import * as T from "./schema.ts";

export const register = defineRoute({
  method: "post",
  path: "/merchants/register",
  auth: "none",
  summary: "Registers a merchant; the answer holds the API key, once",
  request: { body: T.registerBody },
  responses: { 201: T.registeredView },
  errors: { 409: ["email_taken"] },
  example: E.register,
  async handler({ context, body, commit }) {
    const { clock, settings, wake } = context;
    const answer = await commit(async (store) => {
      const { merchant, apiKey } = await registerMerchant(store, body, { now: clock.now(), settings });
      const { id, name, email, created_at } = presentMerchant(merchant);
      const view = (api_key: string | null) => ({ id, name, email, api_key, created_at });
      return { status: 201, body: view(apiKey), repeat: view(null) };
    });
    wake.notify(topics.queue("transaction-submission"));
    return answer;
  },
});

export const me = defineRoute({
  method: "get",
  path: "/merchants/me",
  auth: "merchant",
  summary: "The merchant of the API key",
  request: {},
  responses: { 200: T.merchantView },
  errors: {},
  example: E.me,
  handler: async ({ merchant }) => ({ status: 200, body: presentMerchant(merchant) }),
});
