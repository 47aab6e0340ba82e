import type { RequestOf } from "@merit/client/types.ts";
import type { Command } from "commander";
import type { Webhook, WebhookDelivery } from "../client.ts";
import { confirm } from "../confirm.ts";
import { Failure, UsageError } from "../errors.ts";
import { type Io, plain } from "../io.ts";
import { record } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { fromOption, positiveInteger, untilOption, wholeNumber } from "../values.ts";
import { type PageOptions, printList, printPage, withPages } from "./pages.ts";
import { receiverCommands } from "./webhook-listen.ts";

interface Terms {
  type?: string;
  description?: string;
}

export function webhookCommand(program: Command, io: Io): void {
  const webhook = program.command("webhook").alias("webhooks").description("have events sent to your server");
  const one = (name: string, description: string, example = `merit webhook ${name} 1`) =>
    webhook
      .command(name)
      .description(description)
      .argument("<id>", "id of the webhook", positiveInteger)
      .addHelpText("after", `\nExample:\n  $ ${example}`);

  receiverCommands(webhook, io);

  withApi<Terms, [string]>(
    webhook
      .command("create")
      .description("add an address to which events are sent; the secret that signs them is shown once")
      .argument("<endpoint>", "public https:// address")
      .option("--type <types>", "types of events, with commas between them (default: all)")
      .option("--description <text>", "what it is for")
      .addHelpText(
        "after",
        "\nExample:\n  $ merit webhook create https://shop.example/webhooks --type issuance.confirmed",
      ),
    io,
    async (session, { type, description }, url) => {
      const body = { url, ...(type && { types: type.split(",") }), ...(description && { description }) } as {
        url: string;
      };
      await session.printAnswer("POST /webhooks", { body }, withSecret);
      session.note("Keep the secret with the receiver: it is not shown again.");
    },
  );

  withApi<PageOptions, []>(
    withPages(
      webhook
        .command("list")
        .description("list your webhooks, newest first")
        .addHelpText("after", "\nExample:\n  $ merit webhook list"),
    ),
    io,
    (session, query) => printList(session, "GET /webhooks", { query }, columns),
  );

  withApi<object, [number]>(one("show", "show a webhook"), io, (session, _, id) =>
    session.printAnswer("GET /webhooks/:id", { params: { id } }, webhookText),
  );

  withApi<Terms & { endpoint?: string; enable?: boolean; disable?: boolean }, [number]>(
    one("update", "change a webhook, or enable or disable it", "merit webhook update 1 --enable")
      .option("--endpoint <url>", "send events to this address")
      .option("--type <types>", "types of events, with commas between them, or all")
      .option("--description <text>", "what it is for")
      .option("--enable", "send events again, from now on")
      .option("--disable", "send nothing until it is enabled"),
    io,
    (session, { type, enable, disable, endpoint, description }, id) => {
      const types = type === undefined ? {} : { types: type === "all" ? null : type.split(",") };
      const status = enable ? { status: "enabled" } : disable ? { status: "disabled" } : {};
      const body = { url: endpoint, description, ...types, ...status } as object;
      return session.printAnswer("PATCH /webhooks/:id", { params: { id }, body }, webhookText);
    },
  );

  withApi<{ yes?: boolean }, [number]>(
    one("delete", "delete a webhook: nothing more is sent to it", "merit webhook delete 1 --yes").option(
      "--yes",
      "don't ask",
    ),
    io,
    async (session, { yes }, id) => {
      const question = `Delete webhook ${id}? Its secret and its deliveries go with it.`;
      if (!yes && !(await confirm(io, question))) throw new Failure("Nothing was deleted.");
      await session.client.call("DELETE /webhooks/:id", { params: { id } });
      session.print({ id, deleted: true }, () => `Webhook ${id} is deleted.\n`);
    },
  );

  withApi<{ overlap: number }, [number]>(
    one("rotate", "replace the secret; the old secret also signs for 24 hours, or for --overlap").option(
      "--overlap <hours>",
      "hours for which the old secret also signs",
      wholeNumber,
      24,
    ),
    io,
    async (session, { overlap }, id) =>
      session.print(await step(session, id, { step: "rotate", overlap_hours: overlap }), withSecret),
  );

  withApi<object, [number]>(one("test", "send a test event to a webhook"), io, async (session, _, id) => {
    const tested = await step(session, id, { step: "test" });
    session.print(
      tested,
      () => `A test event goes to ${plain(tested.url)}. To see the answer: merit webhook attempts ${id}\n`,
    );
  });

  withApi<PageOptions & { status?: string }, [number]>(
    withPages(
      one("deliveries", "list the events for a webhook, and whether they were delivered").option(
        "--status <status>",
        "pending, delivered or failed",
      ),
    ),
    io,
    (session, query, id) =>
      printList(session, "GET /webhooks/:id/deliveries", { params: { id }, query: query as object }, deliveryColumns),
  );

  withApi<PageOptions & { delivery?: number }, [number]>(
    withPages(
      one("attempts", "list the requests of its deliveries with their answers").option(
        "--delivery <id>",
        "of one delivery",
        positiveInteger,
      ),
    ),
    io,
    async (session, { delivery, ...page }, id) => {
      const request = { params: { id }, query: { ...page, delivery_id: delivery } as object };
      const { body: found } = await session.client.call("GET /webhooks/:id/deliveries", request);
      const data = found.data.flatMap(({ id, requests }) => requests.map((row) => ({ delivery_id: id, ...row })));
      printPage<WebhookRequest>(session, { ...found, data }, requestColumns);
    },
  );

  withApi<{ delivery?: number; from?: string; to?: string }, [number]>(
    one(
      "replay",
      "send a delivery, or all events of a period, again",
      "merit webhook replay 1 --from 2026-11-20T00:00:00Z",
    )
      .option("--delivery <id>", "this delivery", positiveInteger)
      .addOption(fromOption("--from <time>", "events from this time on"))
      .addOption(untilOption("--to <time>", "events before this time (default: now)")),
    io,
    async (session, { delivery, from, to }, id) => {
      if (delivery !== undefined) {
        const again = await step(session, id, { step: "replay", delivery_id: delivery });
        return session.print(
          again,
          () => `Delivery ${delivery} is ${again.queued === 0 ? "on its way already" : "sent again"}.\n`,
        );
      }
      if (from === undefined) {
        throw new UsageError(
          "What shall be sent again?",
          "Give --delivery <id> for one delivery, or --from <time> for a period.",
        );
      }
      const replay = await step(session, id, { step: "replay", from, to: to ?? new Date().toISOString() });
      session.print(replay, () => `${replay.queued} events are sent again.\n`);
    },
  );
}

const step = async (session: Session, id: number, body: RequestOf<"POST /webhooks/:id/steps">["body"]) =>
  (await session.client.call("POST /webhooks/:id/steps", { params: { id }, body })).body;

const webhookText = (webhook: Webhook) => record(rowsOf(webhook));

const withSecret = (webhook: Webhook & { secret?: string | null }) =>
  record([...rowsOf(webhook), ["Secret", webhook.secret ?? ""]]);

const typesOf = ({ types }: Webhook) => types?.join(", ") ?? "all";

const rowsOf = (webhook: Webhook): [string, string | number][] => [
  ["Id", webhook.id],
  ["URL", plain(webhook.url)],
  ["Types", typesOf(webhook)],
  ["Status", webhook.disabled_reason ? `${webhook.status}: ${webhook.disabled_reason}` : webhook.status],
  ["Failing since", webhook.failing_since ?? "-"],
  ["Public key", webhook.public_key],
];

const columns = [
  { head: "Id", value: (row: Webhook) => row.id, right: true },
  { head: "URL", value: (row: Webhook) => row.url },
  { head: "Types", value: typesOf },
  { head: "Status", value: (row: Webhook) => row.status },
  { head: "Failing since", value: (row: Webhook) => row.failing_since },
];

const deliveryColumns = [
  { head: "Id", value: (row: WebhookDelivery) => row.id, right: true },
  { head: "Event", value: (row: WebhookDelivery) => row.event_id },
  { head: "Type", value: (row: WebhookDelivery) => row.event_type },
  { head: "Status", value: (row: WebhookDelivery) => row.status },
  { head: "Attempts", value: (row: WebhookDelivery) => row.attempts, right: true },
  { head: "Next attempt", value: (row: WebhookDelivery) => row.next_attempt_at },
];

type WebhookRequest = WebhookDelivery["requests"][number] & { delivery_id: number };

const requestColumns = [
  { head: "Delivery", value: (row: WebhookRequest) => row.delivery_id, right: true },
  { head: "Time", value: (row: WebhookRequest) => row.created_at },
  { head: "Answer", value: (row: WebhookRequest) => row.response_status ?? row.error },
  { head: "ms", value: (row: WebhookRequest) => row.milliseconds, right: true },
  { head: "Its text", value: (row: WebhookRequest) => row.response_body?.replace(/\s+/g, " ") ?? "" },
];
