import { isRound } from "@merit/client/list-keys.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useCall } from "../../../api.ts";
import { newKey } from "../../../bytes.ts";
import { useConfig } from "../../../config.ts";
import { chosenAnew } from "../../../ui/form.tsx";
import { amount, count, counted } from "../../../ui/format.ts";
import { Button, Card, Copyable, Facts, Failure, Loading, Notice, Table, TextField } from "../../../ui/ui.tsx";
import { CampaignField } from "../campaign-field.tsx";
import type { Reward } from "./list-file.ts";
import { ListReader } from "./list-reader.ts";
import type { Preview } from "./list-worker.ts";
import { findRepeated } from "./send-list.ts";
import { Sending } from "./sending.tsx";
import { forgetUnfinished, unfinished } from "./unfinished.ts";

/** Rows and errors that are shown of a file. */
const SHOWN = 20;

export interface Opened {
  id: string;
  name: string;
  campaignId: number;
  preview: Preview;
  first: Reward[];
  reader: ListReader;
}

interface ToOpen {
  file: File;
  campaignId: number;
  round: string | undefined;
}

/** Rewards from a file: it is read and checked first, and nothing is sent before somebody has seen that. */
export function IssueList({ campaignId }: { campaignId: string | undefined }) {
  const [opened, setOpened] = useState<Opened>();
  const [isSending, setIsSending] = useState(false);
  const [before, setBefore] = useState<ReadonlySet<number>>();
  useEffect(() => () => opened?.reader.end(), [opened]);
  const open = useMutation({
    mutationFn: async ({ file, campaignId, round }: ToOpen): Promise<Opened> => {
      if (round !== undefined && !isRound(round)) {
        throw new Error("A round's name has 1 to 60 letters, digits, points, hyphens or underscores.");
      }
      const reader = new ListReader();
      try {
        const preview = await reader.open(file, campaignId, round);
        return {
          id: newKey(),
          name: file.name,
          campaignId,
          preview,
          first: await reader.rows(0, SHOWN),
          reader,
        };
      } catch (error) {
        reader.end();
        throw error;
      }
    },
    onMutate: () => setOpened(undefined),
    onSuccess: setOpened,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const file = fields.get("file");
    const round = String(fields.get("round") ?? "").trim() || undefined;
    if (file instanceof File) open.mutate({ file, campaignId: Number(fields.get("campaign_id")), round });
  };
  const drop = () => {
    setOpened(undefined);
    open.reset();
  };
  const again = () => {
    drop();
    setIsSending(false);
  };
  const send = (repeated: ReadonlySet<number> | undefined) => {
    setBefore(repeated);
    setIsSending(true);
  };
  if (opened && isSending) return <Sending list={opened} before={before} again={again} />;
  return (
    <Card title="Many rewards, from a CSV file">
      <div className="stack">
        {!opened && <Unfinished />}
        <form className="stack" onSubmit={submit} onChange={drop}>
          <div className="fields">
            <CampaignField defaultValue={campaignId} />
            <TextField
              label="CSV file"
              name="file"
              type="file"
              accept=".csv,text/csv,text/plain"
              required
              {...chosenAnew(drop)}
              hint="One reward a line: wallet,amount or wallet,amount,reference."
            />
            <TextField
              label="Round (optional)"
              name="round"
              autoComplete="off"
              hint="A line is paid once. A name, such as 2027-february, pays the same lines once more."
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
        {opened && <Checked list={opened} send={send} />}
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

interface CheckedProps {
  list: Opened;
  /** @param repeated rows that were issued before, by their index; undefined until that is known */
  send(repeated: ReadonlySet<number> | undefined): void;
}

function Checked({ list: { id, preview, first, reader, campaignId }, send }: CheckedProps) {
  const { asset } = useConfig();
  const campaign = useCall("merchant", "GET /campaigns/:merchant_id/:id", {
    params: { merchant_id: "me", id: campaignId },
  });
  const { errors, total, wallets } = preview;
  const source = { campaignId, count: preview.count, rows: (from: number, to: number) => reader.rows(from, to) };
  const { data: found } = useQuery({
    queryKey: ["repeated", id],
    queryFn: ({ signal }) => findRepeated(source, signal),
    enabled: errors.length === 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const repeated = found?.size;
  return (
    <div className="stack" role="status">
      <Facts
        of={[
          ["Campaign", campaign.data?.name ?? campaignId],
          ["Rewards", count(preview.count)],
          ["Wallets", count(wallets)],
          ["In all", amount(total, asset.code)],
          ["Rows with errors", count(errors.length)],
          ...(repeated === undefined ? [] : [["Issued before, not paid again", count(repeated)] as const]),
        ]}
      />
      {repeated !== undefined && repeated > 0 && (
        <Notice
          tone="warning"
          title={`${counted(repeated, "reward")} of this list ${repeated === 1 ? "was" : "were"} issued before`}
        >
          The others are paid now. If this is another list, such as that of another month, give it a round above: then
          all of its lines are paid.
        </Notice>
      )}
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
          <Button look="primary" onClick={() => send(found)}>
            Pay {counted(preview.count, "reward")}
          </Button>
        </div>
      )}
    </div>
  );
}
