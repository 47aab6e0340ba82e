import { merchantTopics, userTopics } from "@merit/core/parties/mail/topics.ts";
import { z } from "zod";

const switched = (topics: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(topics).map(([topic, about]) => [
      topic,
      z.boolean("must be true or false").meta({ description: `mails about ${about}` }),
    ]),
  );

const of = (id: string, topics: Record<string, string>) => {
  const examples = [Object.fromEntries(Object.keys(topics).map((topic, index) => [topic, index > 0]))];
  const view = z.strictObject(switched(topics)).meta({ id, examples });
  const body = view
    .partial()
    .refine((change) => Object.keys(change).length > 0, "must contain at least one topic")
    .meta({ examples });
  return { view, body };
};

export const ofUser = of("UserMailPreferences", userTopics);
export const ofMerchant = of("MerchantMailPreferences", merchantTopics);
