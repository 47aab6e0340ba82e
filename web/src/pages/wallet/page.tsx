import { askedCall, type WalletCall } from "@merit/client/signing/asked.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, type BodyOf, type Endpoint, type Role, read } from "../../api.ts";
import { Gate, UserLogin } from "../../session/login.tsx";
import { useUser } from "../../session/session.ts";
import { Heading } from "../../shell.tsx";
import { short } from "../../ui/format.ts";
import type { RowOf } from "../../ui/list.tsx";
import { Button, Notice, SelectField, Shown } from "../../ui/ui.tsx";
import { Connect } from "../../wallet/connect.tsx";
import { useProvenWallets } from "../../wallet/connection.ts";
import type { Built } from "../../wallet/signing.tsx";

/** A page of whoever is logged in, with the wallets that are proven to be theirs. */
export function WalletPage({
  title,
  children,
}: {
  title: string;
  children(wallets: readonly string[], self: BodyOf<"GET /users/:id">): ReactNode;
}) {
  return (
    <Gate
      who={useUser()}
      login={
        <div className="stack">
          <Heading title={title} />
          {new URLSearchParams(location.search).has("referral_code") && (
            <Notice title="A friend invited you">
              The link counts with an account that you create by e-mail. You can connect a wallet to that account later.
            </Notice>
          )}
          <div className="grid">
            <Connect />
            <UserLogin />
          </div>
        </div>
      }
    >
      {(self) => <Mine title={title} self={self} shown={children} />}
    </Gate>
  );
}

function Mine({
  title,
  self,
  shown,
}: {
  title: string;
  self: BodyOf<"GET /users/:id">;
  shown(wallets: readonly string[], self: BodyOf<"GET /users/:id">): ReactNode;
}) {
  const wallets = useProvenWallets();
  return (
    <div className="stack">
      <Heading title={title} as="user" name={self.first_name ?? self.email ?? "Your wallet"} />
      <Shown of={wallets}>{(addresses) => shown(addresses, self)}</Shown>
    </div>
  );
}

/** Has the service build a call for a wallet to sign. */
export async function envelopeOf(body: WalletCall): Promise<Built> {
  const { body: envelope } = await api.user.call("POST /wallet/envelope", { body });
  return { envelope, asked: askedCall(body) };
}

/** A list of the API that is shown as cards: as many as were asked for. */
export function Cards<E extends Endpoint>({
  as,
  endpoint,
  children,
  ...waiting
}: {
  as: Role;
  endpoint: E;
  refetchInterval?: number;
  children(rows: RowOf<E>[]): ReactNode;
}) {
  const pages = useInfiniteQuery({
    queryKey: [as, endpoint, "cards"],
    queryFn: async ({ pageParam: cursor }) => {
      const { body } = await read(as, endpoint, { query: { limit: 20, cursor } });
      return body as { data: RowOf<E>[]; next_cursor: string | null };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    ...waiting,
  });
  return (
    <Shown of={pages}>
      {({ pages: known }) => (
        <>
          {children(known.flatMap(({ data }) => data))}
          {pages.hasNextPage && (
            <div className="actions">
              <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </Shown>
  );
}

/** Chooses the wallet that signs; shows nothing where there is only one. */
export function WalletSelect({
  wallets,
  value,
  onChange,
}: {
  wallets: readonly string[];
  value: string;
  onChange(address: string): void;
}) {
  if (wallets.length < 2) return null;
  return (
    <SelectField label="Wallet" value={value} onChange={(event) => onChange(event.target.value)}>
      {wallets.map((address) => (
        <option key={address} value={address}>
          {short(address)}
        </option>
      ))}
    </SelectField>
  );
}
