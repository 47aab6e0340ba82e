import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { loadSettings, SettingsError, variables } from "./settings.ts";

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
const example = read(".env.example");
const namesIn = (text: string) => [...text.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name = ""]) => name);

const CONTRACT = "CADQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQP5KR";

describe("loadSettings", () => {
  it("works without any setting", () => {
    const settings = loadSettings({});
    expect(settings).toMatchObject({ network: "local", port: 3000, demoGrant: 10_000_000_000_000n });
    expect(settings.dataDir).toMatch(/data\/local$/);
  });

  it("counts an empty variable as unset", () => expect(loadSettings({ PORT: "" }).port).toBe(3000));

  it.each([
    ["PORT", "70000"],
    ["PORT", "-1"],
    ["MERIT_NETWORK", "moonbase"],
    ["DATABASE_URL", "mysql://user:word@db.example/merit"],
    ["DATABASE_URL", "postgres://user:word/word@db.example/merit"],
    ["DATABASE_URL", "postgres://user:word@db.example"],
    ["DATABASE_URL", "postgres://user:word@one.example:5432,two.example:5432/merit"],
    ["DATABASE_URL", "postgres://user:word@/merit?host=/one,/two"],
    ["MERIT_RPC_URL", "ftp://example.com"],
    ["MERIT_RPC_URL", "https://user@example.com"],
    ["MERIT_RPC_URL", "https://:password@example.com"],
    ["PUBLIC_URL", "https://rewards.example/app"],
    ["PUBLIC_URL", "https://rewards.example?shop=1"],
    ["ASSET_NAME", "A name of 21 letters."],
    ["ASSET_IMAGE", "beans.png"],
    ["WORKER_BATCH_SIZE", "61"],
    ["WORKER_BACKOFF_SECONDS", "1;5"],
    ["DEMO_GRANT", "-3"],
    ["MIN_REWARD", "0.00000001"],
    ["SPONSORED_DAILY", "many"],
    ["LOG_LEVEL", "loud"],
    ["RATE_LIMIT_WHITELIST", "10.0.0.0/33"],
    ["RATE_LIMIT_WHITELIST", "10.0.0.1,localhost"],
    ["TRUSTED_PROXIES", "10.0.0"],
    ["CORS_ORIGINS", "https://shop.example/"],
    ["CORS_ORIGINS", "shop.example"],
    ["DOCS_USER", "a:b"],
    ["HEADERS_TIMEOUT_SECONDS", "31"],
    ["DAILY_BONUS_POINTS", "-1"],
    ["POINTS_TIERS", "bronze"],
    ["POINTS_TIERS", "bronze:1:100"],
    ["POINTS_TIERS", "bronze:0:100,silver:0:125"],
    ["INDEXER_CONTRACTS", "stamps"],
    ["INDEXER_CONTRACTS", `Stamps=${CONTRACT}`],
    ["INDEXER_CONTRACTS", `a=b=${CONTRACT}`],
    ["INDEXER_CONTRACTS", `${CONTRACT},a=${CONTRACT}`],
    ["BACKUP_SCHEDULE", "daily"],
    ["BACKUP_SCHEDULE", "0 0 30 2 *"],
    ["BACKUP_KEEP", "0"],
  ])("names %s when it is %s", (name, value) => {
    const load = () => loadSettings({ [name]: value });
    expect(load).toThrow(SettingsError);
    expect(load).toThrow(new RegExp(`${name} .+`));
  });

  it("reads contracts with and without names", () => {
    const { indexer } = loadSettings({ INDEXER_CONTRACTS: `stamps=${CONTRACT}` });
    expect(indexer.contracts).toEqual([{ id: CONTRACT, name: "stamps" }]);
    expect(loadSettings({ INDEXER_CONTRACTS: CONTRACT }).indexer.contracts).toEqual([{ id: CONTRACT, name: null }]);
  });

  it("names every bad setting at once", () => {
    expect(() => loadSettings({ PORT: "x", LOG_LEVEL: "y" })).toThrow(/PORT.*\n.*LOG_LEVEL/);
  });

  it.each([
    ["local", { minReward: 0n, worker: { merchantFeeBudget: null, unprovenFeeBudget: null } }],
    ["quickstart", { minReward: 0n, worker: { merchantFeeBudget: null, unprovenFeeBudget: null } }],
    [
      "testnet",
      { minReward: 100_000n, worker: { merchantFeeBudget: 1_000_000_000n, unprovenFeeBudget: 1_000_000_000n } },
    ],
  ])("limits on %s what small rewards may cost", (network, expected) => {
    expect(loadSettings({ MERIT_NETWORK: network })).toMatchObject(expected);
    const given = {
      MERIT_NETWORK: network,
      MIN_REWARD: "2",
      MERCHANT_FEE_BUDGET_XLM: "3",
      UNPROVEN_FEE_BUDGET_XLM: "4",
    };
    const bounds = {
      minReward: 20_000_000n,
      worker: { merchantFeeBudget: 30_000_000n, unprovenFeeBudget: 40_000_000n },
    };
    expect(loadSettings(given)).toMatchObject(bounds);
  });

  it("grants demo tokens on the local network only", () => {
    expect(loadSettings({ MERIT_NETWORK: "testnet" }).demoGrant).toBe(0n);
    expect(loadSettings({ DEMO_GRANT: "0" }).demoGrant).toBe(0n);
    expect(() => loadSettings({ MERIT_NETWORK: "testnet", DEMO_GRANT: "5" })).toThrow(/DEMO_GRANT/);
  });
});

it("asks the node of the local network more often, which costs nothing", () => {
  expect(loadSettings({}).indexer.pollMs).toBe(100);
  expect(loadSettings({ MERIT_NETWORK: "testnet" }).indexer.pollMs).toBe(1000);
  expect(loadSettings({ INDEXER_POLL_MS: "700" }).indexer.pollMs).toBe(700);
});

it("on the local network this machine has no limits, elsewhere everyone has", () => {
  expect(loadSettings({}).http.rateLimits.whitelist).toEqual(["127.0.0.0/8", "::1"]);
  expect(loadSettings({ MERIT_NETWORK: "testnet" }).http.rateLimits.whitelist).toEqual([]);
  const given = loadSettings({ RATE_LIMIT_WHITELIST: "192.0.2.1, 2001:db8::/32" });
  expect(given.http.rateLimits.whitelist).toEqual(["192.0.2.1", "2001:db8::/32"]);
});

it("takes the address of the service with or without a slash at its end", () => {
  for (const PUBLIC_URL of ["https://rewards.example", "https://rewards.example/"]) {
    expect(loadSettings({ PUBLIC_URL }).publicUrl).toBe("https://rewards.example");
  }
});

describe(".env.example", () => {
  it("lists every setting and no other", () => {
    expect(namesIn(example).toSorted()).toEqual(Object.keys(variables.shape).toSorted());
  });

  it("holds the defaults", () => {
    expect(loadSettings(parseEnv(example) as Record<string, string>)).toEqual(loadSettings({}));
  });
});

describe(".env.production.example", () => {
  const production = read(".env.production.example");

  it("names only existing settings, and all that keep strangers out", () => {
    expect(Object.keys(variables.shape)).toEqual(expect.arrayContaining(namesIn(production)));
    const guards = ["JWT_SECRET", "METRICS_TOKEN", "DOCS_PASS", "TRUSTED_PROXIES", "MERIT_KEYS_FILE"];
    expect(namesIn(production)).toEqual(expect.arrayContaining(guards));
  });

  it("can be used as it is, and holds no secret", () => {
    const settings = loadSettings(parseEnv(production) as Record<string, string>);
    expect(settings).toMatchObject({ network: "mainnet", demoGrant: 0n, metricsToken: null, mail: { smtpUrl: null } });
    expect(settings.http).toMatchObject({ docsLogin: null, trustedProxies: ["127.0.0.1"] });
  });
});
