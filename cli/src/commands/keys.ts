import { type Command, Option } from "commander";
import type { ApiKey, NewApiKey } from "../client.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { type Session, saveKey, withApi } from "../session.ts";
import { positiveInteger, wholeNumber } from "../values.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";

const SCOPES: ApiKey["scopes"] = ["read", "issue", "campaigns", "drops", "catalogue", "account"];

export function keyCommands(merchant: Command, io: Io): void {
  const keys = merchant.command("keys").description("the merchant's API keys; each has a name and scopes");

  withApi<PageOptions, []>(
    withPages(
      keys
        .command("list")
        .description("list the keys without their secrets, newest first")
        .addHelpText("after", "\nExample:\n  $ merit merchant keys list"),
    ),
    io,
    (session, query) => printList(session, "GET /merchants/me/keys", { query }, columns),
  );

  withApi<CreateOptions, []>(
    keys
      .command("create")
      .description("create a key; it is printed once")
      .requiredOption("--name <name>", "what it is for, such as a till or a server")
      .addOption(new Option("--scope <scopes...>", "what it may do").choices(SCOPES).makeOptionMandatory())
      .option("--save", "save it for the next commands, in place of the saved key")
      .addHelpText(
        "after",
        `
Scopes: read is for every list and record, and for dry runs; issue is for paying rewards, granting tokens that vest, and
giving points; account is for changing the merchant's record and keys; campaigns is for campaigns, their rules and the
referral programme, drops for drops, and catalogue for the catalogue and its redemptions.

Examples:
  $ merit merchant keys create --name "Till 3" --scope issue read
  $ export MERIT_API_KEY=$(merit merchant keys create --name ci --scope read --json | jq -r .api_key)`,
      ),
    io,
    async (session, { name, scope, save }) =>
      printNew(session, save, () => session.client.call("POST /merchants/me/keys", { body: { name, scopes: scope } })),
  );

  withApi<RotateOptions, [number]>(
    keys
      .command("rotate")
      .description("replace a key with a new one, printed once; the old key still works for a while")
      .argument("<id>", "id of the key", positiveInteger)
      .option("--overlap-hours <hours>", "how long the old key still works, 0 to 720", wholeNumber, 24)
      .option("--save", "save the new key for the next commands, in place of the saved key")
      .addHelpText("after", "\nExample:\n  $ merit merchant keys rotate 2 --overlap-hours 48"),
    io,
    async (session, { overlapHours, save }, id) =>
      printNew(session, save, () =>
        session.client.call("POST /merchants/me/keys", { body: { replaces: id, overlap_hours: overlapHours } }),
      ),
  );

  withApi<object, [number]>(
    keys
      .command("revoke")
      .description("revoke a key; it is refused from now on")
      .argument("<id>", "id of the key", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit merchant keys revoke 2"),
    io,
    (session, _options, id) =>
      session.printAnswer("DELETE /merchants/me/keys/:id", { params: { id } }, (key) => record(fields(key))),
  );
}

interface CreateOptions {
  name: string;
  scope: ApiKey["scopes"];
  save?: boolean;
}

interface RotateOptions {
  overlapHours: number;
  save?: boolean;
}

async function printNew(session: Session, save = false, make: () => Promise<{ body: NewApiKey }>): Promise<void> {
  // Read first: the call may end the key that is in use.
  const merchant = save ? (await session.client.call("GET /merchants/me")).body : undefined;
  const { body: key } = await make();
  session.print(key, () => record([...fields(key), ["API key", key.api_key]]));
  if (!merchant || key.api_key === null)
    return session.note("The key is not saved and won't be shown again: keep it safe.");
  saveKey(session, merchant, key.api_key);
}

const fields = (key: ApiKey): [string, string | number | undefined][] => [
  ["Id", key.id],
  ["Name", key.name],
  ["Scopes", key.scopes.join(", ")],
  ["Ends with", key.last4],
  ["Expires", key.expires_at ?? undefined],
  ["Revoked", key.revoked_at ?? undefined],
];

const columns = [
  { head: "Id", value: (row: ApiKey) => row.id, right: true },
  { head: "Name", value: (row: ApiKey) => row.name },
  { head: "Scopes", value: (row: ApiKey) => row.scopes.join(",") },
  { head: "Key", value: (row: ApiKey) => `...${row.last4}` },
  { head: "Created", value: (row: ApiKey) => row.created_at },
  { head: "Last used", value: (row: ApiKey) => row.last_used_at },
  { head: "Ends", value: (row: ApiKey) => row.revoked_at ?? row.expires_at },
];
