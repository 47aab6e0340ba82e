import { useState } from "react";
import { api, type BodyOf } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { ApiForm } from "../../../ui/form.tsx";
import { amount, count, counted } from "../../../ui/format.ts";
import { Card, Copyable, Facts, Status, Table, TextArea } from "../../../ui/ui.tsx";

type Result = BodyOf<"POST /campaigns/:id/dry-run">;

/** Tries rewards on the ledger without paying them. */
export function DryRun({ id }: { id: number }) {
  const [result, setResult] = useState<Result>();
  return (
    <Card title="Dry run">
      <div className="stack">
        <ApiForm
          submit="Try these rewards"
          run={async ({ rewards: typed = "" }) => {
            const lines = typed.split("\n").filter((line) => line.trim() !== "");
            const rewards = lines.map((line) => {
              const [wallet_address = "", value = ""] = line.split(/[,;\s]+/).filter(Boolean);
              return { wallet_address, amount: value };
            });
            return (await api.merchant.call("POST /campaigns/:id/dry-run", { params: { id }, body: { rewards } })).body;
          }}
          done={setResult}
        >
          {(errors) => (
            <TextArea
              label="Wallets and amounts, one reward a line"
              name="rewards"
              required
              spellCheck={false}
              placeholder="GABC…,12.5"
              hint="Nothing is issued or paid. At most 1,000 rewards."
              error={errors.rewards}
            />
          )}
        </ApiForm>
        {result && <Outcome of={result} />}
      </div>
    </Card>
  );
}

function Outcome({ of: { payable, waiting, failing, fees, rewards } }: { of: Result }) {
  const { asset } = useConfig();
  const text = ({ count: number, amount: sum }: Result["payable"]) => `${count(number)}, ${amount(sum, asset.code)}`;
  return (
    <div className="stack" role="status">
      <Facts
        of={[
          ["Would be paid", text(payable)],
          ["Would wait", text(waiting)],
          ["Would fail", text(failing)],
          ["Fees, which the operator pays", `${amount(fees.xlm)} XLM in ${counted(fees.transactions, "transaction")}`],
        ]}
      />
      <Table
        caption="Rewards of the dry run"
        rows={rewards.map((reward, index) => ({ ...reward, line: index + 1 }))}
        keyOf={({ line }) => line}
        empty=""
        columns={[
          { title: "Line", isNumber: true, cell: ({ line }) => line },
          { title: "Wallet", cell: ({ wallet_address }) => <Copyable value={wallet_address} label="the address" /> },
          { title: "Amount", isNumber: true, cell: (reward) => amount(reward.amount, asset.code) },
          { title: "Outcome", cell: ({ outcome }) => <Status value={outcome} /> },
          { title: "Reason", cell: ({ reason }) => reason ?? "" },
        ]}
      />
    </div>
  );
}
