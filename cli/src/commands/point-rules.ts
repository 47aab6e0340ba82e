import { type Command, Option } from "commander";
import type { NewPointRule, PointRule } from "../client.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { amount, positiveInteger, wholeNumber } from "../values.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";

export function ruleCommands(points: Command, io: Io): void {
  const rules = points.command("rule").description("rules that give points in a campaign");

  withApi<AddOptions, []>(
    rules
      .command("add")
      .description("add a rule that gives points")
      .requiredOption("--campaign <id>", "id of the campaign", positiveInteger)
      .addOption(
        new Option("--for <kind>", "what earns the points: an event, money spent, or a confirmed reward")
          .choices(["event", "spend", "reward"])
          .makeOptionMandatory(),
      )
      .requiredOption("--points <number>", "whole points", positiveInteger)
      .option("--event <name>", "for event: name of the event, such as review")
      .option("--per <amount>", "for spend: money that earns the points; for reward: tokens that earn them", amount)
      .option("--currency <code>", "for spend: currency of the amount, such as EUR")
      .option("--no-multiply", "give the same points in every tier")
      .option("--daily-cap <points>", "most points for one user per UTC day", positiveInteger)
      .option("--user-cap <points>", "most points for one user in total", positiveInteger)
      .option("--budget <points>", "most points for all users together", positiveInteger)
      .option("--hold-days <days>", "days until the points can be spent", wholeNumber, 0)
      .option("--expire-days <days>", "days after that until the points expire (default: never)", positiveInteger)
      .addHelpText(
        "after",
        `
Examples:
  $ merit points rule add --campaign 1 --for spend --points 1 --per 10 --currency EUR --hold-days 14
  $ merit points rule add --campaign 1 --for event --event review --points 20 --daily-cap 40
  $ merit points rule add --campaign 1 --for reward --points 5`,
      ),
    io,
    add,
  );

  withApi<PageOptions & { campaign: number }, []>(
    withPages(
      rules
        .command("list")
        .description("list a campaign's rules, newest first")
        .requiredOption("--campaign <id>", "id of the campaign", positiveInteger)
        .addHelpText("after", "\nExample:\n  $ merit points rule list --campaign 1"),
    ),
    io,
    (session, { campaign: id, ...query }) =>
      printList(session, "GET /campaigns/:id/rules", { params: { id }, query }, columns),
  );

  withApi<UpdateOptions, [number]>(
    rules
      .command("update")
      .description("change a rule's points and limits")
      .argument("<id>", "id of the rule", positiveInteger)
      .option("--points <number>", "whole points", positiveInteger)
      .option("--daily-cap <points>", "most points for one user per UTC day", positiveInteger)
      .option("--user-cap <points>", "most points for one user in total", positiveInteger)
      .option("--budget <points>", "most points for all users together", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit points rule update 3 --budget 50000"),
    io,
    update,
  );

  withApi<object, [number]>(
    rules
      .command("end")
      .description("end a rule for good")
      .argument("<id>", "id of the rule", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit points rule end 3"),
    io,
    (session, _options, id) =>
      session.printAnswer("PATCH /points/rules/:id", { params: { id }, body: { ended: true } }, ruleText),
  );
}

interface UpdateOptions {
  points?: number;
  dailyCap?: number;
  userCap?: number;
  budget?: number;
}

interface AddOptions extends UpdateOptions {
  campaign: number;
  for: PointRule["kind"];
  points: number;
  event?: string;
  per?: string;
  currency?: string;
  multiply: boolean;
  holdDays: number;
  expireDays?: number;
}

const boundsOf = ({ dailyCap, userCap, budget }: UpdateOptions) => ({
  ...(dailyCap !== undefined && { daily_cap: dailyCap }),
  ...(userCap !== undefined && { user_cap: userCap }),
  ...(budget !== undefined && { budget }),
});

async function add(session: Session, options: AddOptions): Promise<void> {
  const request = { params: { id: options.campaign }, body: ruleOf(options) };
  await session.printAnswer("POST /campaigns/:id/rules", request, ruleText);
}

/** @throws UsageError for options that don't go with the kind of rule */
function ruleOf(options: AddOptions): NewPointRule {
  const { points, multiply, holdDays, expireDays, event, per, currency } = options;
  const terms = {
    points,
    multiply,
    hold_days: holdDays,
    ...(expireDays !== undefined && { expire_days: expireDays }),
    ...boundsOf(options),
  };
  const given = { event: event !== undefined, per: per !== undefined, currency: currency !== undefined };
  if (options.for === "event") {
    if (!event || given.per || given.currency)
      throw new UsageError("--for event needs --event, and takes no --per or --currency.");
    return { kind: "event", event, ...terms };
  }
  if (options.for === "spend") {
    if (!per || !currency || given.event)
      throw new UsageError("--for spend needs --per and --currency, and takes no --event.");
    return { kind: "spend", per, currency, ...terms };
  }
  if (given.event || given.currency) throw new UsageError("--for reward takes no --event or --currency.");
  return { kind: "reward", ...(per !== undefined && { per }), ...terms };
}

async function update(session: Session, options: UpdateOptions, id: number): Promise<void> {
  const body = { ...boundsOf(options), ...(options.points !== undefined && { points: options.points }) };
  if (Object.keys(body).length === 0) throw new UsageError("Give --points, --daily-cap, --user-cap or --budget.");
  await session.printAnswer("PATCH /points/rules/:id", { params: { id }, body }, ruleText);
}

const earnedBy = ({ kind, event, points, per, currency }: PointRule): string => {
  if (kind === "event") return `${points} per ${event}`;
  if (kind === "spend") return `${points} per ${per} ${currency}`;
  return per === null ? `${points} per reward` : `${points} per ${per} tokens`;
};

const ruleText = (rule: PointRule) =>
  record([
    ["Id", rule.id],
    ["Campaign", rule.campaign_id],
    ["Points", earnedBy(rule)],
    ["Tiers", rule.multiply ? "multiply" : "do not multiply"],
    ["Daily cap", rule.daily_cap ?? undefined],
    ["User cap", rule.user_cap ?? undefined],
    ["Budget", rule.budget ?? undefined],
    ["Given", rule.granted],
    ["Held", `${rule.hold_days} days`],
    ["Expire", rule.expire_days === null ? "never" : `after ${rule.expire_days} days`],
    ["Ended", rule.ended_at ?? undefined],
  ]);

const columns = [
  { head: "Id", value: (row: PointRule) => row.id, right: true },
  { head: "Points", value: earnedBy },
  { head: "Given", value: (row: PointRule) => row.granted, right: true },
  { head: "Budget", value: (row: PointRule) => row.budget, right: true },
  { head: "Daily cap", value: (row: PointRule) => row.daily_cap, right: true },
  { head: "User cap", value: (row: PointRule) => row.user_cap, right: true },
  { head: "Ended", value: (row: PointRule) => row.ended_at },
];
