import { decodeList } from "@merit/client/list-file.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api.ts";
import { ApiForm, chosenAnew, localMoment, moment } from "../../../ui/form.tsx";
import { Card, TextArea, TextField } from "../../../ui/ui.tsx";

const MONTH_MS = 30 * 86_400_000;

export function NewDrop() {
  const navigate = useNavigate();
  const [csv, setCsv] = useState("");
  const [fileError, setFileError] = useState<string>();
  const fill = async (file: File) => {
    try {
      setCsv(decodeList(new Uint8Array(await file.arrayBuffer())));
      setFileError(undefined);
    } catch (error) {
      setFileError(`It ${(error as Error).message}.`);
    }
  };
  return (
    <Card title="New drop">
      <ApiForm
        submit="Create the drop"
        run={async ({ name = "", starts_at, ends_at, csv = "" }, idempotencyKey) => {
          const body = {
            name,
            csv,
            ends_at: moment(ends_at) ?? "",
            ...(starts_at && { starts_at: moment(starts_at) ?? "" }),
          };
          return (await api.merchant.call("POST /drops", { body, idempotencyKey })).body;
        }}
        done={({ id }) => void navigate({ to: "/merchant/drops/$id", params: { id: String(id) } })}
      >
        {(errors) => (
          <>
            <div className="fields">
              <TextField label="Name" name="name" required maxLength={200} error={errors.name} />
              <TextField
                label="Starts"
                name="starts_at"
                type="datetime-local"
                hint="Empty: as soon as it can."
                error={errors.starts_at}
              />
              <TextField
                label="Ends"
                name="ends_at"
                type="datetime-local"
                required
                defaultValue={localMoment(new Date(Date.now() + MONTH_MS))}
                error={errors.ends_at}
              />
              <TextField
                label="CSV file (optional)"
                type="file"
                accept=".csv,text/csv,text/plain"
                hint="It fills the list below."
                error={fileError}
                {...chosenAnew()}
                onChange={({ currentTarget: { files } }) => files?.[0] && void fill(files[0])}
              />
            </div>
            <TextArea
              label="Wallets and their shares, one a line"
              name="csv"
              required
              spellCheck={false}
              value={csv}
              onChange={({ currentTarget }) => setCsv(currentTarget.value)}
              placeholder="GABC…,12.5"
              hint="At most 10,000 wallets. The sum is reserved from your balance."
              error={errors.csv ?? errors.shares}
            />
          </>
        )}
      </ApiForm>
    </Card>
  );
}
