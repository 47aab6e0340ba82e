import { problem } from "@merit/core/base/errors.ts";

// Answers to messages: no call over HTTP has them.

export const tooManyTopics = (limit: number) =>
  problem(
    429,
    "too_many_topics",
    "Too many topics",
    `One connection may have at most ${limit} topics. Unsubscribe from one, or open another connection.`,
  );

export const alreadySubscribed = (topic: string) =>
  problem(
    409,
    "already_subscribed",
    "Already subscribed",
    `The connection has the topic ${topic}. Unsubscribe from it first, to begin elsewhere or with another filter.`,
  );

export const notSubscribed = (topic: string) =>
  problem(409, "not_subscribed", "Not subscribed", `The connection does not have the topic ${topic}.`);
