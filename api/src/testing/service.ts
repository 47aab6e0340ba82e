import { update as updateUser } from "@merit/core/parties/users/store.ts";
import { createCampaign, createMerchant, createWorld, type World } from "@merit/core/testing/world.ts";
import { problemBody } from "../http/problem-answer.ts";
import { titleOf } from "../http/route.ts";
import { errorsOf } from "../openapi/errors.ts";
import { routes } from "../routes/index.ts";
import { type RunningServer, startServer } from "../server.ts";
import { type Timing, usualTiming } from "../ws/connection.ts";
import { note, type SeenAnswer } from "./seen-answers.ts";

/** The answer to a call over HTTP. */
export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the API is expected to send
  body: any;
}

export interface CallOptions {
  key?: string;
  /** Access token. */
  token?: string;
  body?: unknown;
  /** Sent as it is instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export type Call = (request: string, options?: CallOptions) => Promise<Reply>;

/** The API on a free port, with its own database. */
export interface TestService extends AsyncDisposable {
  world: World;
  server: RunningServer;
  /** `call("POST /api/campaigns", { key, body })` */
  call: Call;
  /** A merchant with its API key and, unless `change` is null, an active campaign of 100 tokens. */
  merchant(
    change?: Parameters<typeof createCampaign>[2] | null,
  ): Promise<{ id: number; key: string; campaignId: number }>;
  /** A user who registered over HTTP. */
  user(change?: Record<string, unknown>): Promise<TestUser>;
  /** A user who is an administrator. */
  admin(): Promise<TestUser>;
}

export interface TestUser {
  id: number;
  email: string;
  password: string;
  accessToken: string;
  refreshToken: string;
}

let users = 0;

/** `survey`: the test asks every route alike, so that what it is refused counts as tested (`seen-answers.ts`), and nothing else. */
export async function startService(
  env: Record<string, string> = {},
  { survey = false, timing = {} }: { survey?: boolean; timing?: Partial<Timing> } = {},
): Promise<TestService> {
  const world = createWorld({ DEMO_GRANT: "0", ...env });
  const server = await startServer(world.context, { ...usualTiming, ...timing });
  const call: Call = async (request, options) => {
    const reply = await send(server.url, request, options);
    const answer = checkAgainstTable(request, reply);
    if (answer && !(survey && answer.code === null)) note(answer);
    return reply;
  };
  return {
    world,
    server,
    call,
    async merchant(change = {}) {
      const { merchant, apiKey } = await createMerchant(world.context);
      const campaign =
        change && (await createCampaign(world.context, merchant.id, { budget: 100_0000000n, ...change }));
      return { id: merchant.id, key: apiKey, campaignId: campaign?.id ?? 0 };
    },
    user,
    async admin() {
      const admin = await user();
      const now = new Date();
      await world.context.db.commit((store) => updateUser(store, admin.id, { role: "admin", updated_at: now }));
      return admin;
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await world[Symbol.asyncDispose]();
    },
  };

  async function user(change: Record<string, unknown> = {}): Promise<TestUser> {
    users += 1;
    const input = { email: `user${users}@example.com`, password: `password of user ${users}`, ...change };
    const { status, body } = await call("POST /api/auth/register", { body: input });
    if (status !== 201) throw new Error(`not registered: ${JSON.stringify(body)}`);
    const { accessToken, refreshToken } = body;
    return { id: body.user.id, email: input.email, password: input.password, accessToken, refreshToken };
  }
}

async function send(
  url: string,
  request: string,
  { key, token, body, raw, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const [method = "", path = ""] = request.split(" ");
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    body: content ?? null,
    headers: {
      ...(content !== undefined && { "content-type": "application/json" }),
      ...(key !== undefined && { "x-api-key": key }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const text = isStream(response.headers) ? await beginningOf(response) : await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: isJson(response.headers) ? JSON.parse(text) : text || undefined,
  };
}

const isStream = (headers: Headers) => headers.get("content-type")?.startsWith("text/event-stream") ?? false;

/** A stream has no end: its first part, and then it is left. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return Buffer.from(value ?? []).toString();
}

const isJson = (headers: Headers) => /^application\/(problem\+)?json/.test(headers.get("content-type") ?? "");

/** The table of routes promises statuses, shapes and codes of problems; every answer in every test has to keep them. */
function checkAgainstTable(request: string, { status, headers, body }: Reply): SeenAnswer | undefined {
  const [method = "", path = ""] = request.split(" ");
  const pathname = path.split("?", 1)[0]?.replace(/^\/api/, "") ?? "";
  const route = routes
    .filter((candidate) => candidate.method === method.toLowerCase())
    .find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(pathname));
  // Every GET can answer 304, to a caller who has the answer.
  if (!route || (status === 304 && method === "GET")) return undefined;
  const isProblem = headers.get("content-type") === "application/problem+json";
  const file = route.files?.types.some((type) => headers.get("content-type")?.startsWith(type)) && route.files.schema;
  const events = isStream(headers) && route.events;
  const schema = isProblem ? problemBody : file || events || route.responses[status];
  const isListed = !isProblem || errorsOf(route).get(status)?.includes(body.code);
  if (!schema || !isListed) {
    throw new Error(`${request} answered ${status} ${isProblem ? body.code : ""}, which its route doesn't list`);
  }
  schema.parse(body);
  return { route: titleOf(route), status, code: isProblem ? body.code : null };
}
