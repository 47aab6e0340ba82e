import { z } from "zod";

/** Mails that somebody gets, by topic. */
export const mailPreferences = <const Topic extends string>(topics: Record<Topic, string>) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(topics).map(([topic, about]) => [
        topic,
        z.boolean("must be true or false").meta({ description: `mails about ${about}` }),
      ]),
    ) as Record<Topic, z.ZodBoolean>,
  );

/** A change of them: topics that aren't named stay as they are. */
export const mailChange = <const Topic extends string>(topics: Record<Topic, string>) =>
  mailPreferences(topics)
    .partial()
    .optional()
    .meta({ description: "topics whose mails are switched on or off; the others stay as they are" });

export const MAIL_PREFERENCES = "mails to send; those about security always are";
