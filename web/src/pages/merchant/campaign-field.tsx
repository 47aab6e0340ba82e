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
  return (
    <SelectField
      // The field begins anew when the campaigns are known: only then its value is among its options.
      key={String(campaigns.isSuccess)}
      label="Campaign"
      name="campaign_id"
      required={!isFilter}
      defaultValue={defaultValue}
      error={error ?? campaigns.error?.message}
      hint={!isFilter && offered?.length === 0 ? "You have no active campaign: create one first." : undefined}
    >
      {isFilter && <option value="">{isFilter}</option>}
      {offered?.map(({ id, name, status }) => (
        <option key={id} value={id}>
          {name}
          {status === "active" ? "" : ` (${status})`}
        </option>
      ))}
    </SelectField>
  );
}
