import { FeeBumpTransaction, TransactionBuilder } from "@stellar/stellar-sdk";
import { isDomainOf } from "./message.ts";
import { ensure } from "./not-asked.ts";

/**
 * Makes sure that a transaction is a login of this wallet at this host and nothing else (SEP-10): it has the sequence 0, which no
 * ledger takes, and names the service. @param transaction base64 XDR @throws NotAsked
 */
export function checkLogin(
  transaction: string,
  { wallet, passphrase, host }: { wallet: string; passphrase: string; host: string },
): void {
  const login = TransactionBuilder.fromXdr(transaction, passphrase);
  ensure(!(login instanceof FeeBumpTransaction) && login.sequence === "0", "it could run on the ledger");
  const [first, second, ...more] = login.operations;
  ensure(first?.type === "manageData" && first.source === wallet, "it isn't a login of this wallet");
  ensure(/^\S+ auth$/.test(first.name), "it has another form than a login");
  ensure(second?.type === "manageData" && second.name === "web_auth_domain", "it has another form than a login");
  // The first operation names the domain that users know, which can be another than that of the service.
  ensure(isDomainOf(new TextDecoder().decode(second.value), host), `it isn't a login to ${host}`);
  ensure(more.length === 0, "it has another form than a login");
}
