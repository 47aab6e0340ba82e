import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { unknownSettings } from "./names.ts";
import { variables } from "./settings.ts";

it.each([
  ["RATELIMIT_ISSUE", "RATE_LIMIT_ISSUE"],
  ["MERIT_KEYFILE", "MERIT_KEYS_FILE"],
  ["MERIT_DATA", "MERIT_DATA_DIR"],
  ["JWT_SECRTE", "JWT_SECRET"],
  ["BACKUP_SHEDULE", "BACKUP_SCHEDULE"],
  ["WORKER_CHANNEL_COUNT", "WORKER_CHANNELS"],
  ["LOGLEVEL", "LOG_LEVEL"],
])("%s is reported as unknown, with %s as the likely name", (name, meant) => {
  expect(unknownSettings({ [name]: "1" })).toEqual([
    `${name} is not a setting and has no effect. Did you mean ${meant}?`,
  ]);
});

it("accepts settings, our other variables and those of other programs", () => {
  const settings = Object.keys(variables.shape);
  const contributing = readFileSync(new URL("../../../../CONTRIBUTING.md", import.meta.url), "utf8");
  const ofDevelopers = [...contributing.matchAll(/^\| `(MERIT_\w+)/gm)].map(([, name = ""]) => name);
  expect(ofDevelopers).toContain("MERIT_FAULT");
  const foreign = [
    "HOME",
    "MAIL",
    "HOSTNAME",
    "PATH",
    "PORTS",
    "MAIL_HOST",
    "MAX_CONNECTIONS",
    "JAVA_HOME",
    "npm_config_port",
  ];
  const names = [...settings, ...ofDevelopers, "MERIT_URL", "MERIT_API_KEY", "MERIT_TOKEN", ...foreign];
  expect(unknownSettings(Object.fromEntries(names.map((name) => [name, "1"])))).toEqual([]);
});
