import { eq } from "drizzle-orm";
import type { Context } from "../../context/context.ts";
import { record, SERVICE } from "../../store/audit/audit.ts";
import { facts } from "../../store/db/schema/facts.ts";

const FACT = "webauth";

const TELL =
  "the secrets of webhooks derive from it: each merchant has to make a new one with `merit webhook rotate <id>` and give it to the receiver";

/** Tells the operator, and the audit log, that the key `webauth` isn't the one of the last start. */
export async function noteWebauth({ db, auth, clock, log }: Context): Promise<void> {
  const { webAuth, previous } = auth.keys;
  const value = webAuth.publicKey;
  const last = await db.commit(async (store) => {
    const known = await store.select().from(facts).where(eq(facts.name, FACT)).get();
    if (known?.value === value) return value;
    await store.insert(facts).values({ name: FACT, value }).onConflictDoUpdate({ target: facts.name, set: { value } });
    if (known) {
      const detail = { from: known.value, to: value, overlaps: previous?.webAuth.publicKey === known.value };
      await record(store, {
        actor: SERVICE,
        action: "keys.webauth",
        subject: "keys:webauth",
        detail,
        now: clock.now(),
      });
    }
    return known?.value;
  });
  if (previous) {
    log.warn(
      { previous: previous.webAuth.publicKey },
      `requests to webhooks are signed with webauth-previous as well; ${TELL}. Then remove webauth-previous from the key file`,
    );
  } else if (last !== undefined && last !== value) {
    log.warn(
      { previous: last },
      `the key webauth was replaced, and ${TELL}; until then receivers refuse all requests. To let the old secrets count meanwhile, add the old key to the key file as webauth-previous, and restart`,
    );
  }
}
