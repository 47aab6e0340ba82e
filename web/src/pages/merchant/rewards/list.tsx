import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useConfig } from "../../../config.ts";
import { amount, count, counted } from "../../../ui/format.ts";
import { Button, Card, Copyable, Facts, Failure, Loading, Notice, Table, TextField } from "../../../ui/ui.tsx";
import { CampaignField } from "../campaign-field.tsx";
import type { Reward } from "./list-file.ts";
import { ListReader } from "./list-reader.ts";
import type { Preview } from "./list-worker.ts";
import { Sending } from "./sending.tsx";
import { forgetUnfinished, unfinished } from "./unfinished.ts";

/** Rows and errors that are shown of a file. */
const SHOWN = 20;

export interface Opened {
  name: string;
  campaignId: number;
  preview: Preview;
  first: Reward[];
  reader: ListReader;
}

/** Rewards from a file: it is read and checked first, and nothing is sent before somebody has seen that. */
export function IssueList({ campaignId }: { campaignId: string | undefined }) {
  const [opened, setOpened] = useState<Opened>();
  const [isSending, setIsSending] = useState(false);
  useEffect(() => () => opened?.reader.end(), [opened]);
  const open = useMutation({
    mutationFn: async ({ file, campaignId }: { file: File; campaignId: number }): Promise<Opened> => {
      const reader = new ListReader();
      try {
        const preview = await reader.open(file, campaignId);
        return { name: file.name, campaignId, preview, first: await reader.rows(0, SHOWN), reader };
      } catch (error) {
        reader.end();
        throw error;
      }
    },
    onSuccess: setOpened,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const file = fields.get("file");
    if (file instanceof File) open.mutate({ file, campaignId: Number(fields.get("campaign_id")) });
  };
  const again = () => {
    setOpened(undefined);
    setIsSending(false);
    open.reset();
  };
  if (opened && isSending) return <Sending list={opened} again={again} />;
  return (
    <Card title="Many rewards, from a CSV file">
      <div className="stack">
        {!opened && <Unfinished />}
        <form className="stack" onSubmit={submit} onChange={() => setOpened(undefined)}>
          <div className="fields">
            <CampaignField defaultValue={campaignId} />
            <TextField
              label="CSV file"
              name="file"
              type="file"
              accept=".csv,text/csv,text/plain"
              required
              hint="One reward a line: wallet,amount or wallet,amount,reference."
            />
          </div>
          <div className="actions">
            <Button type="submit" look={opened ? "tertiary" : "primary"} busy={open.isPending}>
              Check the file
            </Button>
          </div>
        </form>
        {open.isPending && <Loading what="Reading the file" />}
        {open.error && <Failure error={open.error} />}
        {opened && <Checked list={opened} send={() => setIsSending(true)} />}
      </div>
    </Card>
  );
}

/** A list that was being sent when the page was left or reloaded. */
function Unfinished() {
  const [list, setList] = useState(unfinished);
  if (!list) return null;
  return (
    <Notice tone="warning" title={`${list.name} was not finished`}>
      <p>
        {count(list.sent)} of {count(list.count)} rows were sent. Choose the same file and campaign again to go on: rows
        that were accepted are not paid twice.
      </p>
      <Button
        size="sm"
        onClick={() => {
          forgetUnfinished();
          setList(undefined);
        }}
      >
        Forget it
      </Button>
    </Notice>
  );
}

function Checked({ list: { preview, first }, send }: { list: Opened; send(): void }) {
  const { asset } = useConfig();
  const { errors, total, wallets } = preview;
  return (
    <div className="stack" role="status">
      <Facts
        of={[
          ["Rewards", count(preview.count)],
          ["Wallets", count(wallets)],
          ["In all", amount(total, asset.code)],
          ["Rows with errors", count(errors.length)],
        ]}
      />
      {errors.length > 0 && (
        <>
          <Notice tone="error" title="Nothing can be sent yet">
            Correct these rows in the file, save it, and choose it again.
          </Notice>
          <Table
            caption="Rows with errors"
            rows={errors.slice(0, SHOWN)}
            keyOf={({ line }) => line}
            empty=""
            columns={[
              { title: "Line", isNumber: true, cell: ({ line }) => count(line) },
              { title: "What is wrong", cell: ({ message }) => `It ${message}.` },
            ]}
          />
          {errors.length > SHOWN && <p className="flat">{count(errors.length - SHOWN)} more rows have errors.</p>}
        </>
      )}
      {first.length > 0 && (
        <Table
          caption="The first rewards of the file"
          rows={first}
          keyOf={({ line }) => line}
          empty=""
          columns={[
            { title: "Line", isNumber: true, cell: ({ line }) => count(line) },
            { title: "Wallet", cell: (row) => <Copyable value={row.wallet_address} label="the wallet's address" /> },
            { title: "Amount", isNumber: true, cell: (row) => amount(row.amount, asset.code) },
            { title: "Reference", cell: (row) => <span className="clip">{row.idempotency_key}</span> },
          ]}
        />
      )}
      {preview.count > first.length && (
        <p className="flat">{count(preview.count - first.length)} more rewards follow.</p>
      )}
      {errors.length === 0 && (
        <div className="actions">
          <Button look="primary" onClick={send}>
            Pay {counted(preview.count, "reward")}
          </Button>
        </div>
      )}
    </div>
  );
}
