import type { Command } from "commander";
import { register as registerMerchant } from "../client.ts";
import { Failure, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { writeProfile } from "../profile.ts";
import { type Session, withApi } from "../session.ts";

export function merchantCommands(program: Command, io: Io): void {
  const merchant = program.command("merchant").description("register a merchant, show the one whose key is used");

  withApi<RegisterOptions, []>(
    merchant
      .command("register")
      .description("register a merchant; prints its API key once and saves it for the next commands")
      .requiredOption("--name <name>", "name of the merchant")
      .requiredOption("--email <email>", "e-mail address, unique on the server")
      .option("--no-save", "print the key only; keep it yourself")
      .option("--replace", "replace the key that is saved for this server")
      .addHelpText(
        "after",
        `
The key is saved in ~/.config/merit/config.json, readable by you alone, and used for this server only.

Examples:
  $ merit merchant register --name "Corner Coffee" --email owner@corner.example
  $ export MERIT_API_KEY=$(merit merchant register --name Shop --email a@shop.example --no-save --json | jq -r .api_key)`,
      ),
    io,
    register,
  );

  withApi<object, []>(
    merchant
      .command("show")
      .description("show the merchant that the API key belongs to")
      .addHelpText("after", "\nExample:\n  $ merit merchant show"),
    io,
    show,
  );
}

interface RegisterOptions {
  name: string;
  email: string;
  save: boolean;
  replace?: boolean;
}

async function register(session: Session, { name, email, save, replace }: RegisterOptions): Promise<void> {
  const { client, profile } = session;
  const saved = profile.servers[client.url];
  if (save && saved && !replace) {
    throw new UsageError(
      `The key of merchant ${saved.merchant_id} (${saved.name}) is saved for ${client.url} already.`,
      "A key can't be shown again: keep the old one elsewhere and add --replace, or add --no-save.",
    );
  }
  const merchant = await registerMerchant(client, { name, email });
  session.print(merchant, () =>
    record([
      ["Id", merchant.id],
      ["Name", merchant.name],
      ["E-mail", merchant.email],
      ["API key", merchant.api_key],
    ]),
  );
  if (!save) return session.note("The key is not shown again and not saved: keep it safe.");
  profile.servers[client.url] = { api_key: merchant.api_key, merchant_id: merchant.id, name: merchant.name };
  profile.url = client.url;
  try {
    writeProfile(session.profilePath, profile);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`The merchant is registered, but its key is not saved: ${reason}`, "Keep the key printed above.");
  }
  session.note(`The key is not shown again; it is saved in ${session.profilePath}.`);
}

async function show(session: Session): Promise<void> {
  const { body: merchant } = await session.client.call("GET /merchants/me");
  session.print(merchant, () =>
    record([
      ["Id", merchant.id],
      ["Name", merchant.name],
      ["E-mail", merchant.email],
      ["Registered", merchant.created_at],
    ]),
  );
}
