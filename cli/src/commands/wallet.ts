import { writeFileSync } from "node:fs";
import { askedTrustline } from "@merit/client/signing/asked.ts";
import type { RowOf } from "@merit/client/types.ts";
import type { Command } from "commander";
import { handIn, printSubmission, signAndSend, submitCommand, withKey, withWallet } from "../envelopes.ts";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { acceptService, factsOf, knownService } from "../known-service.ts";
import { withLogin } from "../login.ts";
import { jsonLine, record, table } from "../output.ts";
import { openSession, type ServerOptions, withServer } from "../session.ts";

type Wallet = RowOf<"GET /wallet">;

export function walletCommands(program: Command, io: Io): void {
  const wallet = program.command("wallet").description("wallets of the user who is logged in");
  wallet
    .command("create")
    .description("make a key for a new wallet and write it to a file, which only you can read")
    .argument("<file>", "file to write; it must not exist yet")
    .option("--json", "print JSON instead of a table")
    .addHelpText("after", "\nKeep the file: nobody else has the key.\n\nExample:\n  $ merit wallet create ada.key")
    .action((file: string, { json = false }: { json?: boolean }) => create(file, json, io));
  withKey<object, []>(
    wallet
      .command("link")
      .description("prove that a wallet is yours, by its signature (SEP-53)")
      .addHelpText("after", "\nExample:\n  $ merit wallet link --wallet-key ada.key"),
    io,
    async (session, { key }) => {
      const wallet_address = key.publicKey();
      const { status, body } = await session.client.call("POST /wallet/link", { body: { wallet_address } });
      if (status !== 200) throw new Failure("The answer held no message to sign.");
      const { signLink } = await import("../wallet-signature.ts");
      const proof = await signLink(session, key, body.message);
      const answer = await session.client.call("POST /wallet/link", { body: { wallet_address, ...proof } });
      if (answer.status !== 201) throw new Failure("The answer held no wallet.");
      const linked = answer.body;
      session.print(linked, () => table<Wallet>(columns, [linked]));
    },
  );
  withWallet<object, []>(
    wallet
      .command("trust")
      .description(
        "open a wallet's trustline to the reward asset; the wallet, or the service for it, then has to keep 0.5 XLM more",
      )
      .addHelpText("after", "\nExample:\n  $ merit wallet trust --wallet-key ada.key"),
    io,
    async (session, signer) => {
      const wallet_address = signer.key.publicKey();
      const body = { wallet_address, call: "trustline" } as const;
      const { body: envelope } = await session.client.call("POST /wallet/envelope", { body });
      printSubmission(session, await signAndSend(session, signer, envelope, askedTrustline(wallet_address)));
    },
  );
  withServer(
    wallet
      .command("service")
      .description("show the network, the asset and the contracts that your commands sign for at this server")
      .option("--accept", "after they have changed: sign for those that the server names now")
      .addHelpText(
        "after",
        `
They are saved in ~/.config/merit/config.json the first time that you log in or sign at the server. If it names others
later, nothing is signed until you accept them.

Example:
  $ merit wallet service --accept`,
      ),
  ).action(async (options: ServerOptions & { accept?: boolean }) => {
    const session = await openSession(options, io);
    const service = await (options.accept ? acceptService : knownService)(session);
    session.print(service, () => record(Object.entries(factsOf(service))));
  });
  withLogin(submitCommand(wallet, "your wallet"), io, handIn);
  withLogin<object, []>(
    wallet
      .command("list")
      .description("list your wallets, oldest first")
      .addHelpText("after", "\nExample:\n  $ merit wallet list"),
    io,
    (session) => session.printAnswer("GET /wallet", {}, ({ data }) => table<Wallet>(columns, data)),
  );
}

async function create(file: string, json: boolean, io: Io): Promise<void> {
  const { Keypair } = await import("@stellar/stellar-sdk");
  const key = Keypair.random();
  try {
    writeFileSync(file, `${key.secret()}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw new Failure(`The file ${file} can't be written: ${(error as Error).message}`);
  }
  const wallet_address = key.publicKey();
  io.out(json ? jsonLine({ wallet_address, file }) : record([["Wallet", wallet_address]]));
}

const columns = [
  { head: "Wallet", value: (row: Wallet) => row.wallet_address },
  { head: "Proven", value: (row: Wallet) => (row.proven ? "yes" : "no") },
  { head: "Linked", value: (row: Wallet) => row.linked_at },
];
