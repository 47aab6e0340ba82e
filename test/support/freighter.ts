import { hash, Keypair, type Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import type { Page } from "playwright-core";
import { PASSPHRASE } from "./wallet.ts";

// Answers @stellar/freighter-api in a page as the extension does: the same messages, signed with a real key.

interface Request {
  type: string;
  transactionXdr?: string;
  blob?: string;
  /** The preimage of the hash that an authorisation signs. */
  entryXdr?: string;
  networkPassphrase?: string;
}

interface Answer {
  [field: string]: unknown;
  apiError?: { code: number; message: string };
}

/** The part of the extension that runs in the page. The extension itself spells `messagedId` so. */
const IN_PAGE = `
  addEventListener("message", async ({ data, source }) => {
    if (source !== window || data?.source !== "FREIGHTER_EXTERNAL_MSG_REQUEST") return;
    const answer = await freighterOfTheTest(data);
    postMessage({ source: "FREIGHTER_EXTERNAL_MSG_RESPONSE", messagedId: data.messageId, ...answer }, location.origin);
  });
`;

export class Freighter {
  /** The account that its owner has selected. */
  keypair: Keypair;
  /** The owner's reaction to requests. */
  mood: "signs" | "declines" | "is locked" = "signs";
  passphrase = PASSPHRASE;
  /** Transactions that it was asked to sign. */
  readonly asked: string[] = [];

  private constructor(keypair: Keypair) {
    this.keypair = keypair;
  }

  /** Installs it in a page, before the page is opened. */
  static async install(page: Page, keypair: Keypair = Keypair.random()): Promise<Freighter> {
    const wallet = new Freighter(keypair);
    await page.exposeBinding("freighterOfTheTest", (_, request: Request) => wallet.answer(request));
    await page.addInitScript(IN_PAGE);
    return wallet;
  }

  private answer(request: Request): Answer {
    const address = this.keypair.publicKey();
    const declined = { apiError: { code: -4, message: "The user rejected this request." } };
    switch (request.type) {
      case "REQUEST_CONNECTION_STATUS":
        return { isConnected: true };
      case "REQUEST_ALLOWED_STATUS":
        return { isAllowed: true };
      case "REQUEST_ACCESS":
      case "REQUEST_PUBLIC_KEY":
        if (this.mood === "declines") return { publicKey: "", ...declined };
        return { publicKey: this.mood === "is locked" ? "" : address };
      case "REQUEST_NETWORK_DETAILS":
        return { networkDetails: { network: "STANDALONE", networkUrl: "", networkPassphrase: this.passphrase } };
      case "SUBMIT_TRANSACTION": {
        this.asked.push(request.transactionXdr ?? "");
        if (this.mood === "declines") return { signedTransaction: "", signerAddress: "", ...declined };
        const transaction = TransactionBuilder.fromXdr(request.transactionXdr ?? "", this.passphrase) as Transaction;
        transaction.sign(this.keypair);
        return { signedTransaction: transaction.toXdr(), signerAddress: address };
      }
      case "SUBMIT_BLOB": {
        if (this.mood === "declines") return { signedBlob: "", signerAddress: "", ...declined };
        const signature = Buffer.from(this.keypair.signMessage(request.blob ?? ""));
        return { signedBlob: signature.toString("base64"), signerAddress: address };
      }
      case "SUBMIT_AUTH_ENTRY": {
        if (this.mood === "declines") return { signedAuthEntry: "", signerAddress: "", ...declined };
        const signature = Buffer.from(this.keypair.sign(hash(Buffer.from(request.entryXdr ?? "", "base64"))));
        return { signedAuthEntry: signature.toString("base64"), signerAddress: address };
      }
      default:
        throw new Error(`the test's wallet doesn't know ${request.type}`);
    }
  }
}
