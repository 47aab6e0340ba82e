import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type BodyOf, LIVE, useCall } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { amount, count, time } from "../../ui/format.ts";
import { Button, Card, Failure, Shown, Status, Table, Time } from "../../ui/ui.tsx";
import { SignButton } from "../../wallet/signing.tsx";
import { envelopeOf, WalletPage } from "./page.tsx";

type Redemption = BodyOf<"GET /redemptions">["data"][number];

const PER_PAGE = 100;

export function Redemptions() {
  return <WalletPage title="Redemptions">{(wallets) => <List wallets={wallets} />}</WalletPage>;
}

function List({ wallets }: { wallets: readonly string[] }) {
  const { asset } = useConfig();
  const redemptions = useCall("user", "GET /redemptions", { query: { limit: PER_PAGE } }, LIVE);
  return (
    <Card>
      <Shown of={redemptions}>
        {({ data }) => (
          <Table
            caption="Your redemptions"
            rows={data}
            keyOf={({ id }) => id}
            empty="You have redeemed nothing yet. The catalogue shows what there is."
            columns={[
              { title: "Item", cell: ({ item_name, quantity }) => `${quantity} × ${item_name ?? "an item"}` },
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
        )}
      </Shown>
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
