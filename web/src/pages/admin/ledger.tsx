import { useQuery } from "@tanstack/react-query";
import { useConfig } from "../../config.ts";
import { readContract, simulate } from "../../ledger/contract.ts";
import { DeploymentAccounts } from "../../ledger/held.tsx";
import { isoOf, LEDGER } from "../../ledger/rpc.ts";
import { Card, Copyable, Notice, Shown, Status, Table, Time } from "../../ui/ui.tsx";
import { Page } from "../page.tsx";

// The pages that show the system as the ledger has it. This service lacks the keys to change it, so each page shows the command that does.

/** Asks functions of a contract, which changes nothing. */
async function asking(id: string, passphrase: string) {
  const contract = await readContract(id);
  return async <Answer,>(name: string, args: Record<string, unknown> = {}): Promise<Answer> =>
    (await simulate(contract, name, args, { signer: undefined, passphrase })).result as Answer;
}

export function Contracts() {
  const { contracts, network_passphrase: passphrase } = useConfig();
  const states = useQuery({
    queryKey: [LEDGER, "states"],
    queryFn: () =>
      Promise.all(
        Object.entries(contracts).map(async ([name, id]) => {
          const ask = await asking(id, passphrase);
          return { name, id, paused: await ask<boolean>("paused"), version: await ask<number>("version") };
        }),
      ),
  });
  return (
    <Page title="Contracts">
      <Card>
        <Shown of={states}>
          {(rows) => (
            <Table
              caption="Contracts"
              rows={rows}
              keyOf={({ name }) => name}
              empty="Nothing is deployed."
              columns={[
                { title: "Contract", cell: ({ name }) => name },
                { title: "Id", cell: ({ id }) => <Copyable value={id} /> },
                { title: "State", cell: ({ paused }) => <Status value={paused ? "stopped" : "running"} /> },
                { title: "Version of its data", isNumber: true, cell: ({ version }) => version },
                {
                  title: "To change it",
                  cell: ({ name, paused }) => <code>{`merit contract ${paused ? "unpause" : "pause"} ${name}`}</code>,
                },
              ]}
            />
          )}
        </Shown>
        <p>
          A stop of <code>state</code> stops the whole system. New code is announced first, and put in place after its
          delay: <code>merit contract call admin announce_upgrade</code>, then <code>upgrade</code> of the contract, or
          a proposal of the voters.
        </p>
      </Card>
    </Page>
  );
}

interface Holder {
  role: string;
  account: string;
  expires: bigint | null | undefined;
}

const MOST = 100;

export function Roles() {
  const { contracts, accounts, network_passphrase: passphrase } = useConfig();
  const admin = contracts.admin ?? "";
  const names = new Map([...Object.entries(accounts), ...Object.entries(contracts)].map(([name, id]) => [id, name]));
  const holders = useQuery({
    queryKey: [LEDGER, "roles", admin],
    queryFn: async (): Promise<Holder[]> => {
      const ask = await asking(admin, passphrase);
      const roles = await ask<string[]>("get_existing_roles");
      const members = roles.map(async (role) => {
        const found = await ask<string[]>("members", { role, start: 0, limit: MOST });
        const withExpiry = found.map(async (account) => {
          return { role, account, expires: await ask<bigint | null>("role_expiry", { account, role }) };
        });
        return Promise.all(withExpiry);
      });
      return (await Promise.all(members)).flat();
    },
  });
  return (
    <Page title="Roles">
      <Card>
        <Shown of={holders}>
          {(rows) => (
            <Table
              caption="Roles"
              rows={rows}
              keyOf={({ role, account }) => `${role} ${account}`}
              empty="Nobody has a role."
              columns={[
                { title: "Role", cell: ({ role }) => role },
                { title: "Holder", cell: ({ account }) => names.get(account) ?? "another account" },
                { title: "Address", cell: ({ account }) => <Copyable value={account} /> },
                { title: "Until", cell: ({ expires }) => (expires ? <Time at={isoOf(Number(expires))} /> : "revoked") },
                {
                  title: "To revoke it",
                  cell: ({ role, account }) => <code>{`merit roles revoke ${role} ${account}`}</code>,
                },
              ]}
            />
          )}
        </Shown>
        <Notice>
          <code>merit roles grant &lt;role&gt; &lt;account&gt;</code> gives a role, on the machine that has the keys.
        </Notice>
      </Card>
    </Page>
  );
}

export const Accounts = () => (
  <Page title="Accounts">
    <Card>
      <DeploymentAccounts />
      <p>
        The account <code>fee</code> pays the fees of all transactions. Each channel allows one more transaction at a
        time: <code>merit channels add &lt;count&gt;</code> makes more.
      </p>
    </Card>
  </Page>
);
