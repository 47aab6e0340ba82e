import { askedCall } from "@merit/client/signing/asked.ts";
import { useParams } from "@tanstack/react-router";
import { api, type BodyOf, useCall } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { amount } from "../../../ui/format.ts";
import { Card, Copyable, Facts, Shown, Status, Table, Time } from "../../../ui/ui.tsx";
import { SignButton } from "../../../wallet/signing.tsx";
import { Page } from "../../page.tsx";

type State = BodyOf<"GET /vesting/:schedule">;

export function Schedule() {
  const { schedule } = useParams({ from: "/merchant/vesting/$schedule" });
  const state = useCall("merchant", "GET /vesting/:schedule", { params: { schedule } });
  const revoking = state.data?.next_steps.find(({ call }) => call === "vesting.revoke");
  return (
    <Page
      title={`Schedule ${schedule}`}
      actions={
        revoking && (
          <SignButton
            title="Take back what has not vested"
            as="merchant"
            build={async () => {
              const { wallet_address } = revoking;
              const body = { wallet_address, call: "vesting.revoke", schedule } as const;
              const { body: envelope } = await api.merchant.call("POST /wallet/envelope", { body });
              return { envelope, asked: askedCall(body) };
            }}
          />
        )
      }
    >
      <Shown of={state}>{(data) => <Terms of={data} />}</Shown>
    </Page>
  );
}

function Terms({ of: { linear, tranches, ...state } }: { of: State }) {
  const { asset } = useConfig();
  const tokens = (sum: string) => amount(sum, asset.code);
  return (
    <Card>
      <div className="stack">
        <Facts
          of={[
            ["Status", <Status key="status" value={state.status} />],
            ["In all", tokens(state.total)],
            ["Vested", tokens(state.vested)],
            ["Released", tokens(state.released)],
            ["Can be claimed now", tokens(state.claimable)],
            ["Returned", tokens(state.refunded)],
            ["Beneficiary", <Copyable key="to" value={state.beneficiary} label="the beneficiary's address" />],
            ["Paid by", <Copyable key="by" value={state.funder} label="the funder's address" />],
            ["All of it by", <Time key="ends" at={state.ends_at} />],
            ...(linear ? [["Nothing before", <Time key="cliff" at={linear.cliff_at} />] as const] : []),
          ]}
        />
        <meter className="meter" max={Number(state.total)} value={Number(state.vested)} aria-label="Vested" />
        {tranches && (
          <Table
            caption="Tranches"
            rows={tranches}
            keyOf={({ at }) => at}
            empty=""
            columns={[
              { title: "Vests", cell: ({ at }) => <Time at={at} /> },
              { title: "Amount", isNumber: true, cell: (tranche) => tokens(tranche.amount) },
            ]}
          />
        )}
      </div>
    </Card>
  );
}
