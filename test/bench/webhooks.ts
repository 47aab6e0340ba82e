// Webhooks: deliveries a second from the log of events to stored attempts, beside a bare loop that signs and sends the same requests and
// stores nothing; then how long an event takes to each of 10,000 endpoints of which a tenth hangs, beside the same without any that hang.
// Receivers are on this machine. If it has other work, the processor's time is the better figure.
import { type ChildProcess, fork } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Agent, request } from "undici";
import { median, percentile } from "./figures.ts";
import type { Report as Received, Order as ReceiverOrder } from "./webhooks-receiver.ts";
import type { Report, Order as ServiceOrder } from "./webhooks-service.ts";

const ROUNDS = 3;
const DELIVERIES = 5_000;
const MANY = 1_000;
/** Requests at a time of the bare loop: as many as the service makes. */
const AT_ONCE = { one: 8, many: 256 };
const ENDPOINTS = 10_000;
const PER_SECOND = 500;
/** Seconds for two events for each endpoint. */
const SECONDS = (2 * ENDPOINTS) / PER_SECOND;

export async function webhooks(): Promise<void> {
  const [receiver, service] = [start("webhooks-receiver.ts"), start("webhooks-service.ts")];
  try {
    const [[url]] = (await Promise.all([once(receiver, "message"), once(service, "message")])) as [[string], unknown];
    await ask(service, { do: "endpoints", urls: [`${url}/one`] });
    await throughput("one endpoint", service, { urls: [`${url}/one`], atOnce: AT_ONCE.one });
    const many = Array.from({ length: MANY }, (_, index) => `${url}/${index}`);
    await ask(service, { do: "endpoints", urls: many });
    await throughput(`${MANY} endpoints`, service, { urls: many, atOnce: AT_ONCE.many });
    await hanging(receiver, service, url);
  } finally {
    service.send({ do: "stop" } satisfies ServiceOrder);
    receiver.send("stop" satisfies ReceiverOrder);
    await Promise.all([receiver, service].map((child) => child.exitCode ?? once(child, "exit")));
  }
}

const start = (file: string): ChildProcess => fork(fileURLToPath(new URL(`./${file}`, import.meta.url)));

async function ask(service: ChildProcess, order: ServiceOrder): Promise<Report> {
  service.send(order);
  const [report] = await once(service, "message");
  return report;
}

interface Target {
  urls: string[];
  atOnce: number;
}

async function throughput(name: string, service: ChildProcess, target: Target): Promise<void> {
  const rounds: { own: Report; base: Report }[] = [];
  const order = { do: "emit", merchants: target.urls.length, events: DELIVERIES / target.urls.length } as const;
  // The first round compiles the code.
  for (let round = 0; round <= ROUNDS; round++) {
    const figures = { own: await ask(service, order), base: await bare(target) };
    if (round > 0) rounds.push(figures);
  }
  const perSecond = (kind: "own" | "base", time: keyof Report) =>
    Math.round((DELIVERIES / median(rounds.map((figures) => figures[kind][time]))) * 1000);
  const line = (kind: "own" | "base") =>
    `${perSecond(kind, "ms").toLocaleString("en")} a second, ${perSecond(kind, "cpuMs").toLocaleString("en")} per second of a processor`;
  console.log(`  ${name}, from the log to stored attempts (goal: 1,000 a second): ${line("own")}`);
  console.log(`    signed and sent by a bare loop: ${line("base")}`);
}

/** The same requests without a log, a queue, checks and records. */
async function bare({ urls, atOnce }: Target): Promise<Report> {
  const dispatcher = new Agent({ connections: atOnce });
  const secret = Buffer.alloc(32, 1);
  const body = JSON.stringify({ created_at: new Date().toISOString(), data: "x".repeat(700) });
  let sent = 0;
  const send = async () => {
    while (sent < DELIVERIES) {
      const url = urls[sent % urls.length] ?? "";
      const id = `evt_${sent++}`;
      const time = String(Math.floor(Date.now() / 1000));
      const signature = createHmac("sha256", secret).update(`${id}.${time}.${body}`).digest("base64");
      const headers = {
        ...{ "content-type": "application/json", "webhook-id": id, "webhook-timestamp": time },
        "webhook-signature": `v1,${signature}`,
      };
      const answer = await request(url, { method: "POST", headers, body, dispatcher });
      await answer.body.dump();
    }
  };
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: atOnce }, send));
  const { user, system } = process.cpuUsage(cpu);
  const report = { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
  await dispatcher.close();
  return report;
}

async function hanging(receiver: ChildProcess, service: ChildProcess, url: string): Promise<void> {
  const urls = Array.from({ length: ENDPOINTS }, (_, index) => `${url}/${index % 10 === 0 ? "hangs" : "ok"}/${index}`);
  await ask(service, { do: "endpoints", urls });
  const under = async (name: string) => {
    const { cpuMs, ms } = await ask(service, {
      do: "steady",
      perSecond: PER_SECOND,
      seconds: SECONDS,
      merchants: ENDPOINTS,
    });
    // The last requests have a moment to arrive.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const waits = await received(receiver, "report");
    const expected = 0.9 * PER_SECOND * SECONDS;
    const [p50, p99] = [percentile(waits, 0.5), percentile(waits, 0.99)];
    console.log(
      `  ${ENDPOINTS.toLocaleString("en")} endpoints, ${PER_SECOND} events a second, ${name}: p50 ${p50} ms, p99 ${p99} ms, longest ${Math.max(...waits)} ms (goal of p99: under 1,000); ${waits.length} of ${expected} arrived; ${Math.round((100 * cpuMs) / ms)} % of a processor`,
    );
  };
  await received(receiver, "report");
  await under("none hangs");
  await received(receiver, "hang");
  await under("a tenth begins to hang");
  await under("a tenth hangs");
  await ask(service, { do: "restart" });
  await under("a tenth hangs, after a restart");
}

async function received(receiver: ChildProcess, order: ReceiverOrder): Promise<number[]> {
  receiver.send(order);
  const [{ waits }] = (await once(receiver, "message")) as [Received];
  return waits;
}
