import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConfig } from "../../config.ts";
import { addAccount, type KeyedAccount, useBalances, useDemo, useKeyedAccounts } from "../../ledger/accounts.ts";
import { DeploymentAccounts, heldText } from "../../ledger/held.tsx";
import { fund, LEDGER } from "../../ledger/rpc.ts";
import { Heading } from "../../shell.tsx";
import { Button, Card, Copyable, Empty, Facts, Failure } from "../../ui/ui.tsx";

export function Accounts() {
  const { network } = useConfig();
  const keyed = useKeyedAccounts();
  return (
    <div className="stack">
      <Heading title="Accounts" />
      {network === "local" && (
        <Card title="Accounts with keys" actions={<NewAccount />}>
          <div className="stack">
            <p className="flat">
              They sign calls of contracts in these pages. Their keys are worth nothing on other networks, and new ones
              are forgotten when the page is closed.
            </p>
            {keyed.length === 0 && <Empty>There is none yet. Create one: friendbot gives it 10,000 XLM.</Empty>}
            {keyed.map((account) => (
              <Keyed key={account.address} account={account} />
            ))}
          </div>
        </Card>
      )}
      <DemoMerchant />
      <Card title="Accounts of this deployment">
        <DeploymentAccounts />
      </Card>
    </div>
  );
}

function NewAccount() {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: async () => {
      const { Keypair } = await import("@stellar/stellar-sdk");
      const keypair = Keypair.random();
      await fund(keypair.publicKey());
      addAccount(keypair.publicKey(), keypair.secret());
      await queries.invalidateQueries({ queryKey: [LEDGER] });
    },
  });
  return (
    <>
      {create.error && <Failure error={create.error} />}
      <Button size="sm" busy={create.isPending} onClick={() => create.mutate()}>
        Create an account
      </Button>
    </>
  );
}

function Keyed({ account: { name, address, secret } }: { account: KeyedAccount }) {
  const { asset } = useConfig();
  const held = useBalances([address]).data?.get(address);
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <Facts
        of={[
          ["Address", <Copyable key="address" value={address} />],
          ["XLM", heldText(held, "xlm")],
          [asset.code, heldText(held, "rewards")],
          ["Secret key", <Secret key="secret" value={secret} />],
        ]}
      />
    </section>
  );
}

function Secret({ value, title = "Show the secret key" }: { value: string; title?: string }) {
  const [isShown, setIsShown] = useState(false);
  if (isShown) return <code>{value}</code>;
  return (
    <Button size="sm" onClick={() => setIsShown(true)}>
      {title}
    </Button>
  );
}

function DemoMerchant() {
  const { data } = useDemo();
  if (!data?.api_key) return null;
  return (
    <Card title="The demo's merchant">
      <p>Sign in with its API key on the merchant's pages to see what a merchant sees.</p>
      <Secret value={data.api_key} title="Show the API key" />
    </Card>
  );
}
