import * as indexerContracts from "@merit/core/ledger/indexer-contracts/service.ts";
import { type Calls, of, plain, says } from "../call.ts";
import * as make from "../owned-records.ts";

const QUEUE = "reward-issuance";

export const calls: Calls = {
  changes: {
    "POST /admin/users/:id/points": of(make.ownUser, { points: 1, reason: "Lost card" }),
    "POST /admin/merchants/:id/fund": of(make.ownMerchant, { amount: "1" }),
    "POST /admin/cache/warm": plain,
    "POST /admin/jobs/:name/run": of(() => "prune"),
    "POST /admin/queues/:name/dead-letters/redrive": of(async (scene) => {
      const token = await scene.parties.admin.token();
      // Records that others left there would be redriven as well.
      await scene.service.call(`POST /api/admin/queues/${QUEUE}/dead-letters/redrive`, { token });
      await make.newDeadLetter(scene);
      return QUEUE;
    }),
    "POST /admin/reports": says(() => ({ kind: "users", format: "json" })),
    "POST /admin/report-schedules": says(() => make.REPORT_SCHEDULE),
    "DELETE /admin/report-schedules/:id": of(make.newReportSchedule),
    "POST /admin/indexer/contracts": says(make.newIndexerContract),
    "DELETE /admin/indexer/contracts/:id": of(async (scene) => {
      const { contract_id } = await make.newIndexerContract(scene);
      const { context } = scene.service.world;
      const added = { id: contract_id, name: null, fromLedger: null, source: "admin" as const, actor: "operator" };
      await context.db.commit((store) => indexerContracts.add(context, store, added));
      return contract_id;
    }),
  },
  recordReads: {
    "GET /admin/merchants/:id": "every admin",
    "GET /admin/queues/:name/dead-letters": "every admin",
    "GET /admin/reports/:id": "every admin",
  },
  ownReads: {
    "GET /admin/email-logs": make.newMail,
  },
};
