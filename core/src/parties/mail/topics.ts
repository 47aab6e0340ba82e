import type { UserOrMerchant } from "./reader.ts";

/** Topics of the mails that users can do without, with the words that the pages use. */
export const userTopics = {
  rewards: "rewards that you received, that wait for you, or that failed after that",
  redemptions: "what happens to your redemptions",
  points: "points that expire soon",
} as const;

/** Topics of merchants' mails, likewise. */
export const merchantTopics = {
  failures: "rewards that could not be paid",
  redemptions: "redemptions of your items",
  statements: "the statement of each month",
} as const;

export type UserTopic = keyof typeof userTopics;
export type MerchantTopic = keyof typeof merchantTopics;
export type Topic = UserTopic | MerchantTopic;

/** The topics of a kind of reader. */
export const topicsOf = (kind: UserOrMerchant): Record<string, string> =>
  kind === "user" ? userTopics : merchantTopics;
