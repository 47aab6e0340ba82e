import { expect, it } from "vitest";
import { createLogger } from "./logger.ts";
import { createShutdown } from "./shutdown.ts";

it("aborts first, then closes in reverse order, once, past a part that fails", async () => {
  const shutdown = createShutdown(createLogger("silent"));
  const order: string[] = [];
  shutdown.signal.addEventListener("abort", () => order.push("abort"));
  shutdown.add("database", () => void order.push("database"));
  shutdown.add("worker", () => Promise.reject(new Error("stuck")));
  shutdown.add("server", async () => void order.push("server"));
  await Promise.all([shutdown.run("test"), shutdown.run("again")]);
  expect(order).toEqual(["abort", "server", "database"]);
});
