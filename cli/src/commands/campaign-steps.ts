import type { RequestOf } from "@merit/client/types.ts";
import { type Command, Option } from "commander";
import { type OwnCampaign, ownCampaign } from "../client.ts";
import { Failure, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { type Session, withApi } from "../session.ts";
import { amount, endInstant, fromOption, positiveInteger, untilOption } from "../values.ts";
import { waitFor } from "../wait.ts";
import { campaignText } from "./campaign-text.ts";

export const missingTrustlineOption = () =>
  new Option(
    "--on-missing-trustline <rule>",
    "rewards of wallets without a trustline fail after some attempts, or are held until there is one",
  ).choices(["fail", "hold"]);

const steps = [
  {
    name: "fund",
    to: "active",
    description: "create a draft's campaign on the ledger; its budget is reserved from the merchant's balance",
  },
  { name: "pause", to: "paused", description: "pause a campaign; rewards that are issued while it is paused fail" },
  { name: "resume", to: "active", description: "resume a paused campaign" },
  {
    name: "end",
    to: "ended",
    description: "end a campaign for good; the rest of its budget stays reserved until `settle`",
  },
  {
    name: "settle",
    to: "settled",
    description: "return the rest of an ended campaign's budget to the merchant's balance",
  },
] as const;

export function campaignStepCommands(campaign: Command, io: Io): void {
  for (const { name, to, description } of steps) {
    withApi<WaitOptions, [number]>(
      campaign
        .command(name)
        .description(description)
        .argument("<id>", "id of the campaign", positiveInteger)
        .option("--wait", "wait for the ledger; fails if the ledger refuses it")
        .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 60)
        .addHelpText("after", `\nExample:\n  $ merit campaign ${name} 1 --wait`),
      io,
      (session, options, id) => take(session, options, { id, name, to }),
    );
  }

  withApi<ExtendOptions, [number]>(
    campaign
      .command("extend")
      .description("raise a campaign's budget, move its end, or both; neither goes down")
      .argument("<id>", "id of the campaign", positiveInteger)
      .option("--budget <amount>", "tokens that it may pay in all: the new total, not the difference", amount)
      .addOption(untilOption("--ends-at <time>", "new end of the campaign"))
      .option("--wait", "wait for the ledger; fails if the ledger refuses it")
      .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 60)
      .addHelpText(
        "after",
        "\nExample:\n  $ merit campaign extend 1 --budget 750 --ends-at 2027-09-01T00:00:00Z --wait",
      ),
    io,
    extend,
  );

  withApi<object, [number]>(
    campaign
      .command("drop")
      .description("discard a draft for good")
      .argument("<id>", "id of the campaign", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit campaign drop 1"),
    io,
    (session, _options, id) =>
      session.printAnswer("POST /campaigns/:id/steps", { params: { id }, body: { step: "drop" } }, campaignText),
  );

  withApi<ChangeOptions, [number]>(
    campaign
      .command("edit")
      .description("change a draft's terms; options that you leave out change nothing")
      .argument("<id>", "id of the campaign", positiveInteger)
      .option("--budget <amount>", "tokens that it may pay", amount)
      .addOption(fromOption("--starts-at <time>", "start of the campaign"))
      .addOption(untilOption("--ends-at <time>", "end of the campaign"))
      .option("--per-wallet-cap <amount>", 'most that one wallet can get in total, or "none"', amountOrNone)
      .addOption(missingTrustlineOption())
      .option(
        "--hold-until <time>",
        'how long rewards wait for trustlines, or "none": until the campaign ends; a date means its end in UTC',
        endOrNone,
      )
      .addHelpText("after", "\nExample:\n  $ merit campaign edit 1 --budget 750 --per-wallet-cap none"),
    io,
    (session, { budget, startsAt: starts_at, endsAt: ends_at, ...options }, id) => {
      const { perWalletCap: cap, onMissingTrustline: on_missing_trustline, holdUntil } = options;
      const per_wallet_cap = cap === "none" ? null : cap;
      const hold_until = holdUntil === "none" ? null : holdUntil;
      const body = {
        ...(budget !== undefined && { budget }),
        ...(starts_at !== undefined && { starts_at }),
        ...(ends_at !== undefined && { ends_at }),
        ...(per_wallet_cap !== undefined && { per_wallet_cap }),
        ...(on_missing_trustline !== undefined && { on_missing_trustline }),
        ...(hold_until !== undefined && { hold_until }),
      };
      return change(session, id, body);
    },
  );

  withApi<{ name: string }, [number]>(
    campaign
      .command("rename")
      .description("change a campaign's name; its other terms are fixed on the ledger")
      .argument("<id>", "id of the campaign", positiveInteger)
      .requiredOption("--name <name>", "new name")
      .addHelpText("after", '\nExample:\n  $ merit campaign rename 1 --name "Early spring"'),
    io,
    (session, { name }, id) => change(session, id, { name }),
  );
}

const change = (session: Session, id: number, body: RequestOf<"PATCH /campaigns/:merchant_id/:id">["body"]) =>
  session.printAnswer("PATCH /campaigns/:merchant_id/:id", { params: { merchant_id: "me", id }, body }, campaignText);

const amountOrNone = (text: string) => (text === "none" ? text : amount(text));
const endOrNone = (text: string) => (text === "none" ? text : endInstant(text));

interface ChangeOptions {
  budget?: string;
  startsAt?: string;
  endsAt?: string;
  perWalletCap?: string;
  onMissingTrustline?: "fail" | "hold";
  holdUntil?: string;
}

interface WaitOptions {
  wait?: boolean;
  timeout: number;
}

interface ExtendOptions extends WaitOptions {
  budget?: string;
  endsAt?: string;
}

async function extend(session: Session, { budget, endsAt, ...options }: ExtendOptions, id: number): Promise<void> {
  if (budget === undefined && endsAt === undefined) throw new UsageError("Give --budget, --ends-at or both.");
  const terms = { ...(budget !== undefined && { budget }), ...(endsAt !== undefined && { ends_at: endsAt }) };
  const body = { step: "extend" as const, ...terms };
  const { body: asked } = await session.client.call("POST /campaigns/:id/steps", { params: { id }, body });
  const wanted = { budget: asked.next_budget ?? asked.budget, ends_at: asked.next_ends_at ?? asked.ends_at };
  await show(session, options, asked, ({ budget, ends_at }) =>
    budget === wanted.budget && ends_at === wanted.ends_at ? undefined : `still has budget ${budget} until ${ends_at}`,
  );
}

async function take(
  session: Session,
  options: WaitOptions,
  { id, name, to }: { id: number; name: (typeof steps)[number]["name"]; to: OwnCampaign["status"] },
): Promise<void> {
  const { body: asked } = await session.client.call("POST /campaigns/:id/steps", {
    params: { id },
    body: { step: name },
  });
  await show(session, options, asked, ({ status }) => (status === to ? undefined : `is still ${status}`));
}

/**
 * Shows the request, or with --wait its result.
 * @param lack what is wrong with a result that the ledger has not brought about
 */
async function show(
  session: Session,
  { wait, timeout }: WaitOptions,
  asked: OwnCampaign,
  lack: (campaign: OwnCampaign) => string | undefined,
): Promise<void> {
  const { id } = asked;
  if (!wait) {
    session.print(asked, campaignText);
    if (isOpen(asked)) session.note(`The ledger has not confirmed it yet. See: merit campaign show ${id}`);
    return;
  }
  const campaign = await waitFor(session, {
    subject: `Campaign ${id}`,
    timeoutSeconds: timeout,
    read: () => ownCampaign(session.client, id),
    state: ({ status, next_status, next_budget }) =>
      next_status ? `${status}, changing to ${next_status}` : next_budget ? `${status}, being extended` : status,
    done: (current) => !isOpen(current),
  });
  session.print(campaign, campaignText);
  const wrong = lack(campaign);
  if (wrong) throw new Failure(`Campaign ${id} ${wrong}: ${campaign.error_message ?? "no reason given"}`);
}

const isOpen = ({ next_status, next_budget }: OwnCampaign) => next_status !== null || next_budget !== null;
