import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { download } from "../../../ui/download.ts";
import { Filters, useConditions } from "../../../ui/filters.tsx";
import { moment } from "../../../ui/form.tsx";
import { Button, Card, Failure, SelectField, TextField } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";
import { CampaignField } from "../campaign-field.tsx";
import { EventTable } from "./table.tsx";
import type { EventFilter } from "./use-events.ts";

const EXPORT_MS = 300_000;

export function Events() {
  const { contracts } = useConfig();
  const filter = useConditions();
  const [{ from, to, ...same }] = filter;
  const query: EventFilter = { ...same, from: moment(from), to: moment(to) };
  const [isLive, setIsLive] = useState(true);
  return (
    <Page
      title="Contract events"
      actions={
        <Button aria-pressed={isLive} look={isLive ? "primary" : "tertiary"} onClick={() => setIsLive(!isLive)}>
          {isLive ? "Following live" : "Follow live"}
        </Button>
      }
    >
      <Card>
        <Filters of={filter}>
          {(set) => (
            <>
              <SelectField label="Contract" name="contract" defaultValue={set.contract}>
                <option value="">any</option>
                {[...Object.keys(contracts), "asset"].map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </SelectField>
              <TextField label="Type" name="type" placeholder="reward,claim" defaultValue={set.type} />
              <TextField label="Wallet" name="wallet_address" spellCheck={false} defaultValue={set.wallet_address} />
              <CampaignField isFilter="any" defaultValue={set.campaign_id} />
              <TextField label="Transaction" name="tx_hash" spellCheck={false} defaultValue={set.tx_hash} />
              <TextField label="From" name="from" type="datetime-local" defaultValue={set.from} />
              <TextField label="Before" name="to" type="datetime-local" defaultValue={set.to} />
            </>
          )}
        </Filters>
        <EventTable key={JSON.stringify(query)} query={query} isLive={isLive} />
        <Exports query={query} />
      </Card>
    </Page>
  );
}

function Exports({ query }: { query: EventFilter }) {
  const save = useMutation({
    mutationFn: async (format: "csv" | "ndjson") => {
      const request = { query: { ...query, format }, timeoutMs: EXPORT_MS };
      const { body } = await api.merchant.call("GET /contract-events", request);
      download(`contract-events.${format}`, String(body));
    },
  });
  return (
    <div className="stack">
      {save.error && <Failure error={save.error} />}
      <div className="actions">
        <Button busy={save.isPending} onClick={() => save.mutate("csv")}>
          All of these as CSV
        </Button>
        <Button busy={save.isPending} onClick={() => save.mutate("ndjson")}>
          All of these as lines of JSON
        </Button>
      </div>
    </div>
  );
}
