import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, type BodyOf, useCall } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { amount, count, duration } from "../../ui/format.ts";
import { Button, Card, Empty, Facts, Failure, Notice, Shown, TextField } from "../../ui/ui.tsx";
import { SignButton } from "../../wallet/signing.tsx";
import { envelopeOf, WalletPage, WalletSelect } from "./page.tsx";

type Item = BodyOf<"GET /catalogue">["data"][number];

const PER_PAGE = 100;

export function Catalogue() {
  const items = useCall("nobody", "GET /catalogue", { query: { limit: PER_PAGE } });
  return (
    <WalletPage title="Catalogue">
      {(wallets) => (
        <Shown of={items}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty>No merchant offers anything yet. Look again later.</Empty>
            ) : (
              <div className="grid">
                {data.map((item) => (
                  <Offer key={item.id} item={item} wallets={wallets} />
                ))}
              </div>
            )
          }
        </Shown>
      )}
    </WalletPage>
  );
}

function Offer({ item, wallets }: { item: Item; wallets: readonly string[] }) {
  const { asset } = useConfig();
  const [quantity, setQuantity] = useState(1);
  const { token, price, stock } = item;
  return (
    <Card title={item.name}>
      <div className="stack">
        {item.description && <p className="flat doc">{item.description}</p>}
        <Facts
          of={[
            ...(price !== null ? [["Points", count(price)] as const] : []),
            ...(token?.price ? [[asset.code, amount(token.price)] as const] : []),
            ...(price !== null && stock !== null ? [["Left for points", count(stock)] as const] : []),
            ...(typeof token?.stock === "number" ? [[`Left for ${asset.code}`, count(token.stock)] as const] : []),
          ]}
        />
        <TextField
          label="Quantity"
          type="number"
          min={1}
          max={1000}
          value={quantity}
          onChange={(event) => setQuantity(Math.max(1, Math.min(1000, Math.trunc(event.target.valueAsNumber || 1))))}
        />
        {price !== null && <ForPoints item={item} price={price} quantity={quantity} />}
        {token && <ForTokens token={token} quantity={quantity} wallets={wallets} />}
      </div>
    </Card>
  );
}

function ForPoints({ item, price, quantity }: { item: Item; price: number; quantity: number }) {
  const queries = useQueryClient();
  const redeem = useMutation({
    mutationFn: () => api.user.call("POST /redemptions", { body: { item_id: item.id, quantity, max_price: price } }),
    onSuccess: () => queries.invalidateQueries(),
  });
  if (!item.available) return <Notice>It can't be redeemed for points now.</Notice>;
  return (
    <>
      {redeem.error && <Failure error={redeem.error} />}
      {redeem.data && (
        <Notice tone="success" title="Redeemed">
          <Link to="/wallet/redemptions">Your redemptions</Link> show when the merchant has handed it over.
        </Notice>
      )}
      <div className="actions">
        <Button look="primary" busy={redeem.isPending} onClick={() => redeem.mutate()}>
          Redeem for {count(price * quantity)} points
        </Button>
      </div>
    </>
  );
}

function ForTokens({
  token,
  quantity,
  wallets,
}: {
  token: NonNullable<Item["token"]>;
  quantity: number;
  wallets: readonly string[];
}) {
  const { asset } = useConfig();
  const [chosen, setChosen] = useState("");
  const wallet_address = chosen || wallets[0];
  const { contract_item_id, price, active, fulfil_within, cancel_within } = token;
  if (!active || price === null || fulfil_within === null || cancel_within === null) return null;
  if (!wallet_address) return <Notice>Connect a wallet on the page Wallet to redeem it for {asset.code}.</Notice>;
  return (
    <>
      <WalletSelect wallets={wallets} value={wallet_address} onChange={setChosen} />
      <p className="flat">
        {cancel_within > 0
          ? `You can cancel for ${duration(cancel_within)}. `
          : "You can't cancel on your own after that. "}
        If the merchant doesn't hand it over within {duration(fulfil_within)}, you get the tokens back.
      </p>
      <SignButton
        title={`Redeem for ${asset.code}`}
        build={() =>
          envelopeOf({
            wallet_address,
            call: "redemption.redeem",
            item: Number(contract_item_id),
            quantity,
            max_price: price,
            fulfil_within,
            cancel_within,
          })
        }
      />
    </>
  );
}
