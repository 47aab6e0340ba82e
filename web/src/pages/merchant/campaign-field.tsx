import { useState } from "react";
import { useCall } from "../../api.ts";
import { SelectField, TextField } from "../../ui/ui.tsx";

/** Most campaigns in a list to choose from; with more, one types the id. */
const MOST = 100;

interface Props {
  defaultValue?: string | number | undefined;
  error?: string | undefined;
  /** In a filter: any campaign, of any status, and what none chosen means. Else an open one must be chosen. */
  isFilter?: "any" | "the newest";
}

/** One of the merchant's campaigns. */
export function CampaignField({ defaultValue, error, isFilter }: Props) {
  const campaigns = useCall("merchant", "GET /campaigns", { query: { limit: MOST } }, { staleTime: 30_000 });
  const [chosen, setChosen] = useState(String(defaultValue ?? ""));
  if (campaigns.data?.has_more) {
    return (
      <TextField
        label="Campaign's id"
        name="campaign_id"
        inputMode="numeric"
        required={!isFilter}
        defaultValue={defaultValue}
        error={error}
      />
    );
  }
  const offered = campaigns.data?.data.filter(({ status }) => isFilter || status === "active" || status === "paused");
  const newest = offered?.[0];
  // Held from now on: a newer campaign doesn't take its place.
  if (!isFilter && chosen === "" && newest) setChosen(String(newest.id));
  const isOffered = offered?.some(({ id }) => String(id) === chosen);
  // The browser would take the first campaign in the place of one that isn't offered, and pay from it.
  const isGone = !isFilter && chosen !== "" && isOffered === false;
  const called = campaigns.data?.data.find(({ id }) => String(id) === chosen)?.name ?? `Campaign ${chosen}`;
  return (
    <SelectField
      label="Campaign"
      name="campaign_id"
      required={!isFilter}
      value={isOffered ? chosen : ""}
      onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      error={error ?? (isGone ? `${called} isn't open: choose another one.` : campaigns.error?.message)}
      hint={!isFilter && offered?.length === 0 ? "You have no active campaign: create one first." : undefined}
    >
      {(isFilter || isGone) && <option value="">{isFilter ?? "choose a campaign"}</option>}
      {offered?.map(({ id, name, status }) => (
        <option key={id} value={id}>
          {name}
          {status === "active" ? "" : ` (${status})`}
        </option>
      ))}
    </SelectField>
  );
}
