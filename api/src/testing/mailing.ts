import type { Clock } from "@merit/core/base/clock.ts";
import { startSmtp, type TestSmtp } from "@merit/core/testing/smtp.ts";
import { runMails } from "@merit/core/worker/mail-queue.ts";
import { startService, type TestService } from "./service.ts";

export interface Mailing {
  smtp: TestSmtp;
  service: TestService;
  stop(): Promise<void>;
}

/** A service whose worker sends its mails to a real SMTP server. */
export async function startMailing(env: Record<string, string> = {}, clock?: Clock): Promise<Mailing> {
  const smtp = await startSmtp();
  const service = await startService({
    SMTP_URL: smtp.url,
    MAIL_FROM: "Merit <no-reply@rewards.example>",
    ...env,
  });
  if (clock) service.world.context.clock = clock;
  const stopped = new AbortController();
  const running = runMails(service.world.context, stopped.signal);
  return {
    smtp,
    service,
    async stop() {
      stopped.abort();
      await running;
      await service[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}
