import { expect, it, vi } from "vitest";
import { download } from "./download.ts";
import { StepError } from "./run.ts";

function failing(times: number) {
  let tries = 0;
  return async () => {
    if (++tries <= times) throw new StepError(`no answer to ${tries}`);
  };
}

it("tries three times, and then names what is missing", async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await download("crates", failing(2), 0);
  await expect(download("crates", failing(3), 0)).rejects.toThrow(
    "crates could not be downloaded in 3 tries: no answer to 3",
  );
});
