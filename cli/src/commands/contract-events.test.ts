import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { merit, problem, type Reply, startApi, streamed, type TestApi } from "../testing/cli.ts";

let api: TestApi;
let env: Record<string, string>;

beforeEach(async () => {
  api = await startApi();
  env = { MERIT_URL: api.url, MERIT_API_KEY: "key-1", XDG_CONFIG_HOME: "/nonexistent" };
});

afterEach(async () => {
  await api[Symbol.asyncDispose]();
});

const event = (ledger: number) => ({
  id: `${String(BigInt(ledger) << 32n).padStart(19, "0")}-0000000000`,
  contract_id: "C1",
  contract: "campaign",
  type: "reward",
  ledger,
  ledger_closed_at: "2027-01-01T00:00:05.000Z",
  tx_hash: "ab".repeat(32),
  data: { campaign: "1", paid: "125000000", payments: [{ number: 1 }, { number: 2 }] },
});
const ids = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).ledger);

/** Serves a list of events as the API does: what lies behind the cursor, a page at a time. */
function serve(events: ReturnType<typeof event>[]) {
  api.on("GET /contract-events", ({ query }) => {
    const behind = events.filter(({ id }) => query.cursor === undefined || id > query.cursor);
    const data = behind.slice(0, Number(query.limit ?? 20));
    const has_more = behind.length > data.length;
    return { body: { data, has_more, next_cursor: has_more ? data.at(-1)?.id : null } };
  });
}

describe("contract-events", () => {
  it("passes the filters on and shows a line per event", async () => {
    serve([event(9)]);
    const filters = [
      "--contract",
      "campaign",
      "--type",
      "reward",
      "--tx",
      "ab",
      "--from-ledger",
      "5",
      "--to-ledger",
      "9",
    ];
    const { code, out } = await merit(["contract-events", ...filters], { env });
    expect(api.requests[0]?.query).toEqual({
      contract: "campaign",
      type: "reward",
      tx_hash: "ab",
      from_ledger: "5",
      to_ledger: "9",
    });
    const [head, line] = out.trim().split("\n");
    expect(head).toMatch(/^TIME +LEDGER {2}CONTRACT +TYPE +DATA$/);
    expect(line).toBe(
      "2027-01-01T00:00:05Z          9  campaign      reward            campaign=1 paid=125000000 payments=[2]",
    );
    expect(code).toBe(0);
  });

  it("prints the service's CSV of all events", async () => {
    const csv = "id,contract_id\r\n1,C1\r\n";
    api.on("GET /contract-events", { body: csv, headers: { "content-type": "text/csv; charset=utf-8" } });
    const { out } = await merit(["contract-events", "--type", "reward", "--csv"], { env });
    expect(api.requests.map(({ query }) => query)).toEqual([{ type: "reward", format: "csv" }]);
    expect(out).toBe(csv);
    expect((await merit(["contract-events", "--csv", "--follow"], { env })).code).toBe(2);
  });

  it("prints NDJSON for scripts, and says on standard error how to continue", async () => {
    serve([event(1), event(2), event(3)]);
    const { out, err } = await merit(["contract-events", "--json", "--limit", "2"], { env });
    expect(ids(out)).toEqual([1, 2]);
    expect(err).toBe(`There are more events: add --cursor ${event(2).id}, or --all.\n`);
    expect(ids((await merit(["contract-events", "--json", "--cursor", event(2).id], { env })).out)).toEqual([3]);
    expect(ids((await merit(["contract-events", "--json", "--limit", "2", "--all"], { env })).out)).toEqual([1, 2, 3]);
  });
});

describe("contract-events --follow", () => {
  /** Streams a list of events as the API does: what lies behind the position. Each connection ends when it has given them. */
  function stream(events: ReturnType<typeof event>[], disturb: (count: number) => Reply | undefined = () => undefined) {
    api.on("GET /contract-events", ({ query: { after = "" } }, count) => {
      const reply = disturb(count);
      return (
        reply ??
        streamed(
          after,
          events.filter(({ id }) => id > after),
        )
      );
    });
  }

  /** Follows until the output has so many lines, then presses Ctrl-C. */
  async function follow(lines: number, args: string[] = []) {
    const ctrlC = new AbortController();
    const onOut = (out: string) => {
      if (out.trim().split("\n").length >= lines) ctrlC.abort();
    };
    return merit(["contract-events", "--follow", "--json", ...args], { env, signal: ctrlC.signal, onOut });
  }

  it("begins with the first event, comes back behind the last one, and ends well at Ctrl-C", async () => {
    const events = [event(1)];
    stream(events, (count) => {
      if (count > 0) events.push(event(events.length + 1));
      return undefined;
    });
    const { code, out, err } = await follow(3, ["--type", "reward"]);
    expect(ids(out)).toEqual([1, 2, 3]);
    expect(api.requests.map(({ query }) => query)).toEqual([
      { type: "reward", after: "0000000000000000000-0000000000" },
      { type: "reward", after: event(1).id },
      { type: "reward", after: event(2).id },
    ]);
    expect(err).toMatch(/The connection has ended\. Trying again in 1 s\.\n/);
    expect(err).toContain(`To continue, add --cursor ${event(3).id}\n`);
    expect(code).toBe(0);
  });

  it("resumes after a dropped connection, with nothing lost or repeated", async () => {
    const events = [event(1), event(2)];
    stream(events, (count) => {
      if (count === 1) return { drop: true };
      if (count === 2) events.push(event(3), event(4));
      return undefined;
    });
    const { code, out, err } = await follow(4);
    expect(ids(out)).toEqual([1, 2, 3, 4]);
    expect(err).toMatch(/The connection to .* failed .*Trying again in 2 s/);
    expect(code).toBe(0);
  });

  it("comes back when the service stops or was too busy, but not when it is refused", async () => {
    const stopping = { status: 503, code: "stopping", title: "Service not ready", detail: "The service is stopping." };
    stream([event(1), event(2)], (count) => {
      if (count === 0) return problem(503, "not_ready", "Starting.");
      return count === 1 ? streamed("", [event(1)], stopping) : undefined;
    });
    const { out, err } = await follow(2);
    expect(ids(out)).toEqual([1, 2]);
    expect(err).toContain("The service is stopping. Trying again in 1 s.");
    const invalid = { status: 401, code: "invalid_api_key", title: "Invalid key", detail: "Unknown key." };
    stream([], () => streamed("", [], invalid));
    expect(await follow(1)).toMatchObject({ code: 1, err: expect.stringContaining("invalid_api_key") });
    stream([], () => problem(401, "invalid_api_key", "Unknown key."));
    expect(await follow(1)).toMatchObject({ code: 1, err: expect.stringContaining("invalid_api_key") });
  });

  it("continues after the given event", async () => {
    stream([event(1), event(2), event(3)]);
    expect(ids((await follow(1, ["--cursor", event(2).id])).out)).toEqual([3]);
  });
});
