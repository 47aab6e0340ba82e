import { api } from "../../../api.ts";
import { Action } from "../../../ui/form.tsx";

/** Tries a failed reward again. */
export const Redrive = ({ id }: { id: number }) => (
  <Action
    title="Try again"
    what="It is queued again under the same id, and paid once at most. Mend first what made it fail."
    run={async (_, idempotencyKey) =>
      (await api.merchant.call("POST /rewards/issuances/:id/redrive", { params: { id }, idempotencyKey })).body
    }
  />
);
