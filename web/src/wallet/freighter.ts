import freighter from "@stellar/freighter-api";

/** Reasons why the wallet can't be used, with what its owner can do. */
export const walletHelp = {
  missing: {
    title: "Freighter was not found",
    help: "Install the Freighter extension in this browser, create or import an account, and reload the page.",
  },
  locked: {
    title: "Freighter is locked or has no account",
    help: "Open the extension, enter your password, and try again.",
  },
  refused: {
    title: "You did not allow it",
    help: "Nothing was signed. Try again, and allow it in Freighter's window.",
  },
  other_network: {
    title: "Freighter is on another network",
    help: "Choose the network of this service in Freighter's settings, and try again.",
  },
  other_account: {
    title: "Freighter has another account selected",
    help: "Select the account that is shown here, or connect again.",
  },
  failed: {
    title: "Freighter did not answer as expected",
    help: "Update the extension, reload the page, and try again.",
  },
} as const;

export type WalletFault = keyof typeof walletHelp;

export class WalletError extends Error {
  override name = "WalletError";
  readonly fault: WalletFault;
  /** Freighter's own words: its reason, or for `other_network` the network that it has. */
  readonly detail: string | undefined;

  constructor(fault: WalletFault, detail?: string) {
    super(`${walletHelp[fault].title}. ${walletHelp[fault].help}`);
    this.fault = fault;
    this.detail = detail;
  }
}

/** Freighter's code for "the user declined". */
const DECLINED = -4;

function faultOf({ code, message }: { code: number; message: string }): WalletError {
  return code === DECLINED ? new WalletError("refused") : new WalletError("failed", message);
}

/** The address that Freighter tells this page without asking its owner, who has allowed it before; null if it tells none. */
export async function knownAddress(): Promise<string | null> {
  if (!(await freighter.isConnected()).isConnected) return null;
  return (await freighter.getAddress()).address || null;
}

/**
 * Asks the owner for the address, which opens Freighter's window the first time.
 * @param passphrase of the service's network
 * @throws WalletError
 */
export async function connectWallet(passphrase: string): Promise<string> {
  if (!(await freighter.isConnected()).isConnected) throw new WalletError("missing");
  const { address, error } = await freighter.requestAccess();
  if (error) throw faultOf(error);
  if (!address) throw new WalletError("locked");
  await requireNetwork(passphrase);
  return address;
}

async function requireNetwork(passphrase: string): Promise<void> {
  const { networkPassphrase, network, error } = await freighter.getNetworkDetails();
  if (error) throw faultOf(error);
  if (networkPassphrase !== passphrase) throw new WalletError("other_network", network);
}

/** @returns the signed transaction, base64 XDR. @throws WalletError */
export async function signEnvelope(
  envelope: string,
  { passphrase, address }: { passphrase: string; address: string },
): Promise<string> {
  await requireNetwork(passphrase);
  const answer = await freighter.signTransaction(envelope, { networkPassphrase: passphrase, address });
  if (answer.error) throw faultOf(answer.error);
  if (answer.signerAddress && answer.signerAddress !== address) throw new WalletError("other_account");
  if (!answer.signedTxXdr) throw new WalletError("refused");
  return answer.signedTxXdr;
}

/**
 * @param authorization of a call (HashIdPreimage, base64 XDR)
 * @returns the wallet's signature over its SHA-256, base64. @throws WalletError
 */
export async function signAuthorization(
  authorization: string,
  { passphrase, address }: { passphrase: string; address: string },
): Promise<string> {
  await requireNetwork(passphrase);
  const answer = await freighter.signAuthEntry(authorization, { networkPassphrase: passphrase, address });
  if (answer.error) throw faultOf(answer.error);
  if (answer.signerAddress && answer.signerAddress !== address) throw new WalletError("other_account");
  if (!answer.signedAuthEntry) throw new WalletError("refused");
  return answer.signedAuthEntry;
}

/** @returns the wallet's signature over a text (SEP-53), base64. @throws WalletError */
export async function signText(
  text: string,
  { passphrase, address }: { passphrase: string; address: string },
): Promise<string> {
  const { signedMessage, error } = await freighter.signMessage(text, { networkPassphrase: passphrase, address });
  if (error) throw faultOf(error);
  if (!signedMessage) throw new WalletError("refused");
  return typeof signedMessage === "string" ? signedMessage : btoa(String.fromCharCode(...signedMessage));
}
