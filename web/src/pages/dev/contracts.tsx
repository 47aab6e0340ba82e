import { Link, useNavigate } from "@tanstack/react-router";
import { useConfig } from "../../config.ts";
import { Heading } from "../../shell.tsx";
import { Button, Card, Copyable, Table, TextField } from "../../ui/ui.tsx";

export function Contracts() {
  const { contracts, asset } = useConfig();
  const navigate = useNavigate();
  return (
    <div className="stack">
      <Heading title="Contracts" />
      <Card>
        <Table
          caption="Contracts of this deployment"
          rows={Object.entries(contracts)}
          keyOf={([name]) => name}
          empty="Nothing is deployed."
          columns={[
            {
              title: "Contract",
              cell: ([name, id]) => (
                <Link to="/dev/contracts/$id" params={{ id }}>
                  {name}
                </Link>
              ),
            },
            { title: "Id", cell: ([, id]) => <Copyable value={id} /> },
          ]}
        />
      </Card>
      <Card title="Another contract">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            const id = String(new FormData(event.currentTarget).get("id")).trim();
            void navigate({ to: "/dev/contracts/$id", params: { id } });
          }}
        >
          <TextField
            label="Contract id"
            name="id"
            required
            pattern="\s*C[A-Z2-7]{55}\s*"
            spellCheck={false}
            hint={`C..., 56 characters. The contract of ${asset.code} itself is ${asset.contract_id}; it has no code of its own.`}
          />
          <div className="actions">
            <Button type="submit">Open</Button>
          </div>
        </form>
      </Card>
    </div>
  );
}
