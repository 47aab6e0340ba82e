import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          // Tests build their own worlds and share no module state; loading the SDK once instead of per file is most of the time.
          isolate: false,
          // Hashing passwords and syncing commits take their time on a machine that has other work.
          testTimeout: 30_000,
          include: [
            "core/src/**/*.test.ts",
            "api/src/**/*.test.ts",
            "indexer/src/**/*.test.ts",
            "cli/src/**/*.test.ts",
            "scripts/**/*.test.ts",
            "test/walks/*.test.ts",
          ],
        },
      },
      {
        test: {
          name: "system",
          globalSetup: "test/support/global-setup.ts",
          include: ["test/**/*.test.ts", "localnet/rpc/tests/**/*.test.ts"],
          // As above: files share what they have loaded, and nothing else.
          isolate: false,
          exclude: [...configDefaults.exclude, "test/walks"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
