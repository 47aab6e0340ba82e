import { api } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { Action, ApiForm, type Fields } from "../../../ui/form.tsx";
import type { RowOf } from "../../../ui/list.tsx";
import { Card, TextField } from "../../../ui/ui.tsx";
import { AmountField } from "../../amount-field.tsx";

export type Item = RowOf<"GET /catalogue">;

const HOUR_SECONDS = 3_600;

const whole = (text: string | undefined) => (text === undefined ? null : Number(text));
const seconds = (hours: string) => Math.round(Number(hours) * HOUR_SECONDS);
const hours = (of: number | null | undefined) => (typeof of === "number" ? String(of / HOUR_SECONDS) : undefined);
const text = (of: number | null | undefined) => (typeof of === "number" ? String(of) : undefined);

/** An item's terms for tokens as the form shows them, under the names that the API has for them. */
const shownToken = (token: Item["token"] | undefined): Fields => ({
  "token.price": token?.price ?? undefined,
  "token.stock": text(token?.stock),
  "token.fulfil_within": hours(token?.fulfil_within),
  "token.cancel_within": hours(token?.cancel_within),
  "token.wallet_limit": text(token?.wallet_limit),
});

/** The terms for tokens that were changed: the ledger takes them in a transaction. */
function tokenOf(typed: Fields, item?: Item) {
  const shown = shownToken(item?.token);
  const changed = (name: string) => (typed[name] === shown[name] ? undefined : (typed[name] ?? ""));
  const [price, stock, fulfil, cancel, limit] = Object.keys(shown).map(changed);
  const token = {
    ...(price && { price }),
    ...(stock && { stock: Number(stock), ...(item?.token && { expected_stock: item.token.stock ?? 0 }) }),
    ...(fulfil && { fulfil_within: seconds(fulfil) }),
    ...(cancel && { cancel_within: seconds(cancel) }),
    ...(limit !== undefined && { wallet_limit: whole(limit || undefined) }),
  };
  return Object.keys(token).length > 0 ? { token } : {};
}

const bodyOf = ({ name = "", description, price, stock, ...typed }: Fields, item?: Item) => ({
  name,
  description: description ?? null,
  price: whole(price),
  ...(whole(stock) !== item?.stock && { stock: whole(stock), ...(item && { expected_stock: item.stock }) }),
  ...tokenOf(typed, item),
});

export const NewItem = () => (
  <Card title="New item">
    <ApiForm
      submit="Add the item"
      clears
      run={async (fields, idempotencyKey) =>
        (await api.merchant.call("POST /catalogue", { body: bodyOf(fields), idempotencyKey })).body
      }
    >
      {(errors) => <ItemFields errors={errors} />}
    </ApiForm>
  </Card>
);

export const EditItem = ({ of: item }: { of: Item }) => (
  <Action
    title="Edit"
    look="primary"
    what="Earlier redemptions keep their terms."
    run={async (fields) =>
      (await api.merchant.call("PATCH /catalogue/:id", { params: { id: item.id }, body: bodyOf(fields, item) })).body
    }
  >
    {(errors) => <ItemFields errors={errors} item={item} />}
  </Action>
);

/** Archiving alone would leave the offer for tokens, which is the ledger's. */
export function ToggleItem({ of: { id, name, status, token } }: { of: Item }) {
  const isActive = status === "active";
  const isOnLedger = isActive ? token?.active || token?.change?.status === "pending" : token?.active === false;
  return (
    <Action
      title={isActive ? "Archive" : "Restore"}
      what={
        isActive
          ? `Nobody can redeem “${name}” any more, for points or for tokens.`
          : `“${name}” can be redeemed again.`
      }
      run={async () => {
        const body = {
          status: isActive ? ("archived" as const) : ("active" as const),
          ...(isOnLedger && { token: { active: !isActive } }),
        };
        return (await api.merchant.call("PATCH /catalogue/:id", { params: { id }, body })).body;
      }}
    />
  );
}

const ItemFields = ({ errors, item }: { errors: Fields; item?: Item }) => (
  <div className="stack">
    <div className="fields">
      <TextField label="Name" name="name" required maxLength={200} defaultValue={item?.name} error={errors.name} />
      <TextField
        label="Description (optional)"
        name="description"
        maxLength={2000}
        defaultValue={item?.description ?? ""}
        error={errors.description}
      />
    </div>
    <fieldset className="choices">
      <legend>For points</legend>
      <div className="fields">
        <TextField
          label="Price in points"
          name="price"
          type="number"
          min={1}
          defaultValue={item?.price ?? ""}
          hint="Empty: not for points."
          error={errors.price}
        />
        <TextField
          label="Stock"
          name="stock"
          type="number"
          min={0}
          defaultValue={item?.stock ?? ""}
          hint="Empty: without limit."
          error={errors.stock}
        />
      </div>
    </fieldset>
    <TokenFields errors={errors} token={item?.token} />
  </div>
);

function TokenFields({ errors, token }: { errors: Fields; token: Item["token"] | undefined }) {
  const { asset } = useConfig();
  const shown = shownToken(token);
  const of = (name: string) => ({ name, defaultValue: shown[name], error: errors[name] });
  return (
    <fieldset className="choices">
      <legend>For tokens, on the ledger</legend>
      <div className="fields">
        <AmountField
          {...of("token.price")}
          label={`Price in ${asset.code}`}
          required={Boolean(token?.price)}
          hint={token?.price ? "" : "Empty: not for tokens."}
        />
        <TextField
          {...of("token.stock")}
          label="Stock for tokens"
          type="number"
          min={0}
          required={Boolean(token?.price)}
          hint="Counted apart from that for points."
        />
        <TextField
          {...of("token.fulfil_within")}
          label="Hours in which you fulfil it"
          type="number"
          min={0}
          step="any"
          required={Boolean(token?.price)}
          hint="After that, anyone can return the tokens to the customer."
        />
        <TextField
          {...of("token.cancel_within")}
          label="Hours in which the customer can cancel"
          type="number"
          min={0}
          step="any"
          required={Boolean(token?.price)}
          hint="0: never."
        />
        <TextField
          {...of("token.wallet_limit")}
          label="Most for one wallet"
          type="number"
          min={1}
          hint="Empty: no limit."
        />
      </div>
    </fieldset>
  );
}
