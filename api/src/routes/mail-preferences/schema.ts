import { merchantTopics, userTopics } from "@merit/core/parties/mail/topics.ts";
import { z } from "zod";

const switched = (topics: Record<string, string>) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(topics).map(([topic, about]) => [
        topic,
        z.boolean("must be true or false").meta({ description: `mails about ${about}` }),
      ]),
    ),
  );

const exampleOf = (topics: object) => Object.fromEntries(Object.keys(topics).map((topic, index) => [topic, index > 0]));

export const preferencesView = z
  .union([switched(userTopics), switched(merchantTopics)])
  .meta({ id: "MailPreferences", examples: [exampleOf(userTopics), exampleOf(merchantTopics)] });

const about = `${userTopics.redemptions}, or ${merchantTopics.redemptions}`;

/** Topics that aren't named stay as they are. */
export const preferencesBody = switched({ ...userTopics, ...merchantTopics, redemptions: about })
  .partial()
  .refine((change) => Object.keys(change).length > 0, "must contain at least one topic")
  .meta({ examples: [{ redemptions: false }] });

/** The preferences that each kind of caller can change. */
export const changeOf = { user: switched(userTopics).partial(), merchant: switched(merchantTopics).partial() };
