import { globSync, readFileSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { notOnPostgres, onPostgresOnly } from "./test/support/postgres-tests.ts";

/** Tests with a database run on both databases; the others once. */
const withDatabase = globSync("{core,api,indexer}/src/**/*.test.ts").filter((file) =>
  /createWorld|startService|TEST_POSTGRES/.test(readFileSync(file, "utf8")),
);

/** Files that take long for their size. They come first: one that was left for the end would run alone, while the other workers idle. */
const SLOW = /\/test\/faults\/|\/(mail-faults|leaderboard|access|admin\/audit)\.test\.ts$/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...bySize.filter(isSlow), ...bySize.filter((file) => !isSlow(file))];
  }
}

const setupFiles = ["test/support/seed.ts"];

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: "unit",
          setupFiles,
          // Tests build their own worlds and share no module state; loading the SDK once instead of per file is most of the time.
          isolate: false,
          // Wide, since it costs nothing while green: waits in tests end before (core/src/testing/wait.ts).
          testTimeout: 300_000,
          hookTimeout: 300_000,
          include: [
            "core/src/**/*.test.ts",
            "api/src/**/*.test.ts",
            "client/src/**/*.test.ts",
            "indexer/src/**/*.test.ts",
            "cli/src/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, ...onPostgresOnly],
        },
      },
      {
        test: {
          name: "postgres",
          setupFiles,
          globalSetup: "test/support/postgres-setup.ts",
          include: [...withDatabase, ...onPostgresOnly],
          exclude: [...configDefaults.exclude, ...Object.keys(notOnPostgres)],
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "system",
          setupFiles,
          globalSetup: "test/support/global-setup.ts",
          include: ["test/**/*.test.ts", "localnet/rpc/tests/**/*.test.ts"],
          // As above: files share what they have loaded, and nothing else.
          isolate: false,
          exclude: [...configDefaults.exclude, "test/walks"],
          // Several times what a test takes on an idle machine: those of CI can be that slow.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          // By `npm run prove -- walks`.
          name: "walks",
          globalSetup: "test/support/global-setup.ts",
          include: ["test/walks/*.test.ts"],
          testTimeout: 900_000,
          // They copy and delete a whole repository.
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
