import { toPage } from "@merit/core/base/page.ts";
import * as redriving from "@merit/core/operations/dead-letters/redrive.ts";
import { actorOf } from "@merit/core/store/audit/audit.ts";
import * as letters from "@merit/core/store/jobs/dead-letters.ts";
import { listOf, pageQuery, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { onlyPage, presentLetter, presentQueue } from "./presenter.ts";
import * as T from "./schema.ts";

/** Reasons to refuse a reward's redrive, besides the letter's own. */
const REFUSALS = {
  409: ["already_redriven", "dead_letter_final", "not_redrivable", "budget_exhausted"],
  503: ["reconciling"],
} as const;

export const listQueues = defineRoute({
  method: "get",
  path: "/admin/queues",
  auth: "admin",
  summary: "Queues of background work: waiting jobs, since when they are due, and jobs that have failed for good",
  description: "GET /admin/queues/:name/dead-letters lists the failed jobs of one.",
  request: {},
  responses: { 200: listOf(T.queueView) },
  errors: {},
  async handler({ context }) {
    const queues = await context.db.read(letters.queueStates);
    return { status: 200, body: onlyPage(queues.map(presentQueue)) };
  },
});

export const listLetters = defineRoute({
  method: "get",
  path: "/admin/queues/:name/dead-letters",
  auth: "admin",
  summary: "Jobs of a queue that used up their attempts and were not redriven, newest first",
  description: "`reason` is that of the last attempt. POST /admin/queues/:name/dead-letters/redrive retries them.",
  request: { params: T.queueParams, query: pageQuery },
  responses: { 200: listOf(T.letterView) },
  errors: {},
  async handler({ context, params: { name }, query: { limit, cursor } }) {
    const page = await context.db.read((store) =>
      toPage({ limit, before: cursor }, (request) => letters.list(store, name, request)),
    );
    return { status: 200, body: presentIdPage(page, presentLetter) };
  },
});

export const redriveLetters = defineRoute({
  method: "post",
  path: "/admin/queues/:name/dead-letters/redrive",
  auth: "admin",
  summary: "Retries one dead letter of a queue or the newest ones, each with a full set of attempts",
  description:
    "Of the newest ones, those that can't be retried are listed with the reason. One that is named is refused with it.",
  request: { params: T.queueParams, body: T.redriveBody },
  responses: { 200: T.redrivenView },
  errors: REFUSALS,
  async handler({ context, session, params: { name }, body, commit }) {
    const { id, limit = T.MAX_REDRIVEN } = body ?? {};
    const request = { queue: name, actor: actorOf(session) };
    return commit(async (store) => {
      if (id === undefined)
        return { status: 200, body: await redriving.redriveAll(context, store, { ...request, limit }) };
      await redriving.redrive(context, store, { ...request, id });
      return { status: 200, body: { redriven: [id], refused: [] } };
    });
  },
});
