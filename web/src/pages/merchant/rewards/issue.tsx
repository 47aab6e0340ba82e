import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, type BodyOf } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { useConditions } from "../../../ui/filters.tsx";
import { ApiForm } from "../../../ui/form.tsx";
import { amount } from "../../../ui/format.ts";
import { Card, Notice, TextField } from "../../../ui/ui.tsx";
import { AmountField } from "../../amount-field.tsx";
import { Page } from "../../page.tsx";
import { CampaignField } from "../campaign-field.tsx";
import { IssueList } from "./list.tsx";

export function Issue() {
  const [{ campaign_id }] = useConditions();
  return (
    <Page title="Issue rewards">
      <One campaignId={campaign_id} />
      <IssueList campaignId={campaign_id} />
    </Page>
  );
}

type Accepted = BodyOf<"POST /rewards/issue"> & { amount: string };

function One({ campaignId }: { campaignId: string | undefined }) {
  const { asset } = useConfig();
  const [last, setLast] = useState<Accepted>();
  const [campaign, setCampaign] = useState(campaignId);
  return (
    <Card title="One reward">
      <div className="stack">
        <ApiForm
          submit="Issue the reward"
          clears
          run={async ({ campaign_id, wallet_address = "", amount = "", reference }, key) => {
            setCampaign(campaign_id);
            const body = {
              campaign_id: Number(campaign_id),
              wallet_address,
              amount,
              idempotency_key: reference ?? key,
            };
            const { body: reward } = await api.merchant.call("POST /rewards/issue", { body });
            if ("mismatch" in reward && reward.mismatch) {
              throw new Error(
                `Nothing was issued: this reference belongs to issuance ${reward.id}, which has other content.`,
              );
            }
            return { ...reward, amount };
          }}
          done={setLast}
        >
          {(errors) => (
            <div className="fields">
              <CampaignField defaultValue={campaign} error={errors.campaign_id} />
              <TextField
                label="Wallet"
                name="wallet_address"
                required
                spellCheck={false}
                autoComplete="off"
                hint="Its address begins with G or C."
                error={errors.wallet_address}
              />
              <AmountField label={`Amount in ${asset.code}`} name="amount" required error={errors.amount} />
              <TextField
                label="Reference (optional)"
                name="reference"
                autoComplete="off"
                hint="Such as an order's number: whatever you send twice under it is paid once."
                error={errors.idempotency_key}
              />
            </div>
          )}
        </ApiForm>
        {last && (
          <Notice tone="success" title="Accepted">
            <Link to="/merchant/issuances/$id" params={{ id: String(last.id) }}>
              Issuance {last.id}
            </Link>{" "}
            of {amount(last.amount, asset.code)} is {last.status}.
          </Notice>
        )}
      </div>
    </Card>
  );
}
