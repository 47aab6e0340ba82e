import { expect, it } from "vitest";
import { Session } from "./payouts.ts";

// A session opened after batch 10. Batches may be told of in another order than they landed in.

const start = (sent: number) => {
  const session = new Session(2, 10);
  for (let count = 0; count < sent; count++) session.sent();
  return session;
};

it("continues while every batch number on the ledger is one of its own, in any order", () => {
  const session = start(3);
  session.ended(13);
  session.ended(11);
  session.ended(12);
  expect(session.end).toBeUndefined();
});

it("continues while a missing number may belong to a batch that is still on its way", () => {
  const session = start(2);
  session.ended(12);
  expect(session.end).toBeUndefined();
  session.ended(11);
  expect(session.end).toBeUndefined();
});

it("continues if the node didn't give the number of a batch that landed", () => {
  const session = start(2);
  session.ended(null);
  session.ended(12);
  expect(session.end).toBeUndefined();
});

it("ends once a number belongs to no batch of its own: somebody else pays in its epoch", () => {
  const session = start(2);
  session.ended(12);
  // It died: number 11 was not its own.
  session.ended();
  session.sent();
  session.ended(13);
  expect(session.end?.why).toBe("foreign");
});

it("ends at the first batch, if the contract's number has moved on without it", () => {
  const session = start(1);
  session.ended(12);
  expect(session.end?.why).toBe("foreign");
});

it("keeps the first reason for its end", () => {
  const session = start(0);
  session.stop("records", "first");
  session.stop("stopped", "second");
  expect(session.end).toEqual({ why: "records", detail: "first" });
});
