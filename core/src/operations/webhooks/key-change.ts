import { eq } from "drizzle-orm";
import type { Context } from "../../context/context.ts";
import { postAll } from "../../parties/mail/outbox.ts";
import { record, SERVICE } from "../../store/audit/audit.ts";
import { facts } from "../../store/db/schema/facts.ts";
import type { Store } from "../../store/db/store.ts";
import { writeFact } from "../../store/db/write-fact.ts";
import * as rows from "./store.ts";

const FACT = "webauth";

/** Merchants of one commit. */
const AT_ONCE = 100;

const TELL =
  "the secrets of webhooks derive from it: each merchant has to make a new one with `merit webhook rotate <id>` and give it to the receiver";

const noted = (store: Store) => store.select().from(facts).where(eq(facts.name, FACT)).get();

/** Tells the operator, merchants with webhooks, and the audit log, that the key `webauth` isn't the one of the last start. */
export async function noteWebauth(context: Context): Promise<void> {
  const { db, auth, clock, log } = context;
  const { webAuth, previous } = auth.keys;
  const value = webAuth.publicKey;
  const before = await db.read(noted);
  if (before && before.value !== value) await tellMerchants(context, value);
  const last = await db.commit(async (store) => {
    const known = await noted(store);
    if (known?.value === value) return value;
    await writeFact(store, FACT, value);
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

/** Posts a mail to each merchant that has webhooks. The key is the mail's period: a start that is repeated adds none. */
async function tellMerchants({ db, ...context }: Context, key: string): Promise<void> {
  for (let after = 0; ; ) {
    const owners = await db.read((store) => rows.ownersAfter(store, after, AT_ONCE));
    const last = owners.at(-1);
    if (!last) return;
    const about = { template: "webhooks_key_replaced", userId: null, period: key } as const;
    const mails = owners.map(({ id: merchantId, email: recipient }) => ({ ...about, merchantId, recipient }));
    await db.commit((store) => postAll(context, store, mails));
    after = last.id;
  }
}
