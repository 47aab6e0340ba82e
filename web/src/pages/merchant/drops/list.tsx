import { Link } from "@tanstack/react-router";
import { useConfig } from "../../../config.ts";
import { amount, count } from "../../../ui/format.ts";
import { List } from "../../../ui/list.tsx";
import { Card, Status, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";
import { NewDrop } from "./new.tsx";

export function Drops() {
  const { asset } = useConfig();
  return (
    <Page title="Drops">
      <Card>
        <List
          endpoint="GET /drops"
          caption="Drops"
          keyOf={({ id }) => id}
          empty="You have no drop yet. A drop is a list of wallets, each of which claims its share: make one below."
          columns={[
            {
              title: "Drop",
              cell: ({ id, name }) => (
                <Link to="/merchant/drops/$id" params={{ id: String(id) }}>
                  {name}
                </Link>
              ),
            },
            { title: "Status", cell: (drop) => <Status value={drop.status} /> },
            { title: "Wallets", isNumber: true, cell: ({ wallets }) => count(wallets) },
            { title: "In all", isNumber: true, cell: ({ total }) => amount(total, asset.code) },
            { title: "Until", cell: ({ ends_at }) => <Time at={ends_at} /> },
          ]}
        />
      </Card>
      <NewDrop />
    </Page>
  );
}
