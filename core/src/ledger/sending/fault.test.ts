import { expect, it, vi } from "vitest";
import { createFault } from "./fault.ts";

it("kills the process at the wanted point, on the local network only", () => {
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  try {
    createFault({ network: "testnet" }, "after-sent")("after-sent");
    createFault({ network: "local" }, undefined)("after-sent");
    const fault = createFault({ network: "local" }, "after-sent");
    fault("after-stored");
    expect(kill).not.toHaveBeenCalled();
    fault("after-sent");
    expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, "SIGKILL");
  } finally {
    kill.mockRestore();
  }
});

it("refuses a point that doesn't exist", () => {
  expect(() => createFault({ network: "local" }, "sometimes")).toThrow("before-claim");
});
