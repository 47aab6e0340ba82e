import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type BodyOf } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { amount, count, time } from "../../ui/format.ts";
import { List } from "../../ui/list.tsx";
import { Button, Card, Failure, Status, Time } from "../../ui/ui.tsx";
import { SignButton } from "../../wallet/signing.tsx";
import { envelopeOf, WalletPage } from "./page.tsx";

type Redemption = BodyOf<"GET /redemptions">["data"][number];

export function Redemptions() {
  return <WalletPage title="Redemptions">{(wallets) => <Mine wallets={wallets} />}</WalletPage>;
}

function Mine({ wallets }: { wallets: readonly string[] }) {
  const { asset } = useConfig();
  return (
    <Card>
      <List
        as="user"
        endpoint="GET /redemptions"
        isLive
        caption="Your redemptions"
        keyOf={({ id }) => id}
        empty="You have redeemed nothing yet. The catalogue shows what there is."
        columns={[
          {
            title: "Item",
            cell: ({ item_name, quantity }) => (
              <>
                {quantity} × <bdi>{item_name ?? "an item"}</bdi>
              </>
            ),
          },
          {
            title: "Paid",
            isNumber: true,
            cell: ({ points, on_chain }) =>
              on_chain ? amount(on_chain.amount, asset.code) : `${count(points ?? 0)} points`,
          },
          { title: "Status", cell: ({ status }) => <Status value={status} /> },
          { title: "Since", cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: "What you can do",
            cell: (redemption) => <Steps redemption={redemption} wallets={wallets} />,
          },
        ]}
      />
    </Card>
  );
}

function Steps({ redemption, wallets }: { redemption: Redemption; wallets: readonly string[] }) {
  const { on_chain, actions, reason, status } = redemption;
  const can = (wanted: string) => actions.find(({ action }) => action === wanted);
  const wallet_address = on_chain?.wallet_address ?? "";
  const until = can("cancel")?.until;
  if (!on_chain) return can("cancel") ? <CancelPoints id={redemption.id} /> : (reason ?? "");
  if (!wallets.includes(wallet_address)) return "";
  const { reference } = on_chain;
  return (
    <div className="actions">
      {can("cancel") && (
        <>
          <SignButton
            title="Cancel"
            build={() => envelopeOf({ wallet_address, call: "redemption.cancel", reference })}
          />
          {until && <small>until {time(until)}</small>}
        </>
      )}
      {can("expire") && (
        <SignButton
          title="Get the tokens back"
          build={() => envelopeOf({ wallet_address, call: "redemption.expire", reference })}
        />
      )}
      {can("withdraw") && (
        <SignButton title="Collect" build={() => envelopeOf({ wallet_address, call: "redemption.withdraw" })} />
      )}
      {status === "locked" && !can("cancel") && !can("expire") && (
        <small>tokens come back after {time(on_chain.deadline)} if it is not handed over</small>
      )}
    </div>
  );
}

function CancelPoints({ id }: { id: number }) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.user.call("POST /redemptions/:id/steps", { params: { id }, body: { step: "cancel" } }),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <>
      {cancel.error && <Failure error={cancel.error} />}
      <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
    </>
  );
}
