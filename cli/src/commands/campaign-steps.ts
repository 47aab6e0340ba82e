import { type Command, Option } from "commander";
import { type OwnCampaign, ownCampaign } from "../client.ts";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { type Session, withApi } from "../session.ts";
import { amount, instant, positiveInteger } from "../values.ts";
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

  withApi<object, [number]>(
    campaign
      .command("drop")
      .description("discard a draft for good")
      .argument("<id>", "id of the campaign", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit campaign drop 1"),
    io,
    async (session, _options, id) => {
      print(session, (await session.client.call("POST /campaigns/:id/drop", { params: { id } })).body);
    },
  );

  withApi<ChangeOptions, [number]>(
    campaign
      .command("edit")
      .description("change a draft's terms; options that you leave out change nothing")
      .argument("<id>", "id of the campaign", positiveInteger)
      .option("--budget <amount>", "tokens that it may pay", amount)
      .option("--starts-at <time>", "start of the campaign", instant)
      .option("--ends-at <time>", "end of the campaign", instant)
      .option("--per-wallet-cap <amount>", 'most that one wallet can get in total, or "none"', amountOrNone)
      .addOption(missingTrustlineOption())
      .option(
        "--hold-until <time>",
        'how long rewards wait for trustlines, or "none": until the campaign ends',
        instantOrNone,
      )
      .addHelpText("after", "\nExample:\n  $ merit campaign edit 1 --budget 750 --per-wallet-cap none"),
    io,
    async (session, { budget, startsAt: starts_at, endsAt: ends_at, ...options }, id) => {
      const { perWalletCap: cap, onMissingTrustline: on_missing_trustline, holdUntil } = options;
      const per_wallet_cap = cap === "none" ? null : cap;
      const hold_until = holdUntil === "none" ? null : holdUntil;
      const { body } = await session.client.call("PATCH /merchants/me/campaigns/:id", {
        params: { id },
        body: {
          ...(budget !== undefined && { budget }),
          ...(starts_at !== undefined && { starts_at }),
          ...(ends_at !== undefined && { ends_at }),
          ...(per_wallet_cap !== undefined && { per_wallet_cap }),
          ...(on_missing_trustline !== undefined && { on_missing_trustline }),
          ...(hold_until !== undefined && { hold_until }),
        },
      });
      print(session, body);
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
    async (session, { name }, id) => {
      const { body } = await session.client.call("PATCH /merchants/me/campaigns/:id", {
        params: { id },
        body: { name },
      });
      print(session, body);
    },
  );
}

const amountOrNone = (text: string) => (text === "none" ? text : amount(text));
const instantOrNone = (text: string) => (text === "none" ? text : instant(text));

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

async function take(
  session: Session,
  { wait, timeout }: WaitOptions,
  { id, name, to }: { id: number; name: (typeof steps)[number]["name"]; to: OwnCampaign["status"] },
): Promise<void> {
  const { body: asked } = await session.client.call(`POST /campaigns/:id/${name}`, { params: { id } });
  if (!wait) {
    print(session, asked);
    if (asked.next_status) session.note(`The ledger has not confirmed it yet. See: merit campaign show ${id}`);
    return;
  }
  const campaign = await waitFor(session, {
    subject: `Campaign ${id}`,
    timeoutSeconds: timeout,
    read: () => ownCampaign(session.client, id),
    state: ({ status, next_status }) => (next_status ? `${status}, changing to ${next_status}` : status),
    done: ({ next_status }) => next_status === null,
  });
  print(session, campaign);
  if (campaign.status !== to) {
    throw new Failure(`Campaign ${id} is still ${campaign.status}: ${campaign.error_message ?? "no reason given"}`);
  }
}

const print = (session: Session, campaign: OwnCampaign) => session.print(campaign, () => campaignText(campaign));
