import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, type BodyOf } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { Action } from "../../ui/form.tsx";
import { amount, count, duration } from "../../ui/format.ts";
import { Card, Empty, Facts, Notice, TextField } from "../../ui/ui.tsx";
import { answered } from "../../wallet/answered.ts";
import { SignButton } from "../../wallet/signing.tsx";
import { Cards, envelopeOf, WalletPage, WalletSelect } from "./page.tsx";

type Item = BodyOf<"GET /catalogue">["data"][number];

const MAX_QUANTITY = 1_000;

export function Catalogue() {
  return (
    <WalletPage title="Catalogue">
      {(wallets) => (
        <Cards as="nobody" endpoint="GET /catalogue">
          {(items) =>
            items.length === 0 ? (
              <Empty>No merchant offers anything yet. Look again later.</Empty>
            ) : (
              <div className="grid">
                {items.map((item) => (
                  <Offer key={item.id} item={item} wallets={wallets} />
                ))}
              </div>
            )
          }
        </Cards>
      )}
    </WalletPage>
  );
}

function Offer({ item, wallets }: { item: Item; wallets: readonly string[] }) {
  const { asset } = useConfig();
  const [typed, setTyped] = useState("1");
  const quantity = /^\d+$/.test(typed) ? Number(typed) : 0;
  const isQuantity = quantity >= 1 && quantity <= MAX_QUANTITY;
  const { token, price, stock } = item;
  return (
    <Card title={<bdi>{item.name}</bdi>}>
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
          max={MAX_QUANTITY}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={isQuantity ? undefined : `Type a whole number from 1 to ${count(MAX_QUANTITY)}.`}
        />
        {price !== null && isQuantity && <ForPoints item={item} price={price} quantity={quantity} />}
        {token && isQuantity && <ForTokens token={token} quantity={quantity} wallets={wallets} />}
      </div>
    </Card>
  );
}

function ForPoints({ item, price, quantity }: { item: Item; price: number; quantity: number }) {
  const [isRedeemed, setIsRedeemed] = useState(false);
  if (!item.available) return <Notice>It can't be redeemed for points now.</Notice>;
  return (
    <>
      {isRedeemed && (
        <Notice tone="success" title="Redeemed">
          <Link to="/wallet/redemptions">Your redemptions</Link> show when the merchant has handed it over.
        </Notice>
      )}
      <div className="actions">
        <Action
          size="md"
          title={`Redeem for ${count(price * quantity)} points`}
          what={
            <>
              {count(quantity)} × <bdi>{item.name}</bdi> for {count(price * quantity)} of your points.
            </>
          }
          run={(_, idempotencyKey) =>
            answered(
              api.user.call("POST /redemptions", {
                body: { item_id: item.id, quantity, max_price: price },
                idempotencyKey,
              }),
              "It may be redeemed all the same. Press the button again here: it is redeemed only once.",
            )
          }
          done={() => setIsRedeemed(true)}
        />
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
