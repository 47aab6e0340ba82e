import { expect, it, vi } from "vitest";
import { eventually } from "../testing/wait.ts";
import { createLogger } from "./logger.ts";
import { createShutdown, shutdownOnSignals } from "./shutdown.ts";

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

it("leaves a part behind when its own grace time is over, and not before", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const lines: string[] = [];
    const shutdown = createShutdown(createLogger("error", { write: (line) => void lines.push(line) }));
    const database = vi.fn();
    shutdown.add("database", database);
    shutdown.add("API", () => new Promise(() => {}), 123_000);
    const stopped = shutdown.run("test");
    await vi.advanceTimersByTimeAsync(122_999);
    expect(database).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await stopped;
    expect(database).toHaveBeenCalledOnce();
    expect(lines.join()).toContain("not closed after 123 s");
  } finally {
    vi.useRealTimers();
  }
});

it("counts a signal that comes twice at once as one; a later one ends the process at once", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const on = vi.spyOn(process, "on").mockReturnThis();
  try {
    const shutdown = createShutdown(createLogger("silent"));
    const worker = Promise.withResolvers<void>();
    shutdown.add("worker", () => worker.promise);
    shutdownOnSignals(shutdown);
    const send = (name: string) => on.mock.calls.find(([event]) => event === name)?.[1](name);
    send("SIGINT");
    send("SIGINT");
    expect(shutdown.signal.aborted).toBe(true);
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    send("SIGHUP");
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
    // The shutdown ends here, or it would end the process of the tests.
    worker.resolve();
    await eventually(() => expect(exit).toHaveBeenLastCalledWith(0));
  } finally {
    on.mockRestore();
    exit.mockRestore();
    vi.useRealTimers();
  }
});
