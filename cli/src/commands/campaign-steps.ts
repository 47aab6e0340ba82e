import type { Command } from "commander";
import { type OwnCampaign, ownCampaign } from "../client.ts";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { type Session, withApi } from "../session.ts";
import { positiveInteger } from "../values.ts";
import { waitFor } from "../wait.ts";
import { campaignText } from "./campaign-text.ts";

const steps = [
  { name: "pause", to: "paused", description: "stop paying; rewards that are issued meanwhile fail" },
  { name: "resume", to: "active", description: "let a paused campaign go on" },
  { name: "end", to: "ended", description: "end a campaign for good; what is left of its budget stays reserved" },
  { name: "settle", to: "settled", description: "return what is left of an ended campaign's budget to the balance" },
] as const;

export function campaignStepCommands(campaign: Command, io: Io): void {
  for (const { name, to, description } of steps) {
    withApi<WaitOptions, [number]>(
      campaign
        .command(name)
        .description(description)
        .argument("<id>", "id of the campaign", positiveInteger)
        .option("--wait", "wait until the ledger has it; fails when the ledger refuses it")
        .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 60)
        .addHelpText("after", `\nExample:\n  $ merit campaign ${name} 1 --wait`),
      io,
      (session, options, id) => take(session, options, { id, name, to }),
    );
  }

  withApi<{ name: string }, [number]>(
    campaign
      .command("rename")
      .description("change the name; the other terms stand on the ledger")
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
    if (asked.next_status) session.note(`The ledger does not have it yet: merit campaign show ${id}`);
    return;
  }
  const campaign = await waitFor(session, {
    subject: `Campaign ${id}`,
    timeoutSeconds: timeout,
    read: () => ownCampaign(session.client, id),
    state: ({ status, next_status }) => (next_status ? `${status}, on its way to ${next_status}` : status),
    done: ({ next_status }) => next_status === null,
  });
  print(session, campaign);
  if (campaign.status !== to) {
    throw new Failure(`Campaign ${id} is still ${campaign.status}: ${campaign.error_message ?? "no reason given"}`);
  }
}

const print = (session: Session, campaign: OwnCampaign) => session.print(campaign, () => campaignText(campaign));
