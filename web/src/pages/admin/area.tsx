import { Gate, UserLogin } from "../../session/login.tsx";
import { useUser } from "../../session/session.ts";
import { Heading } from "../../shell.tsx";
import { Notice } from "../../ui/ui.tsx";
import { type Groups, Sided } from "../sided.tsx";

const groups: Groups = [
  [
    "Service",
    [
      ["/admin", "Overview"],
      ["/admin/queues", "Queues"],
      ["/admin/jobs", "Jobs"],
      ["/admin/indexer", "Indexer"],
      ["/admin/backups", "Backups"],
    ],
  ],
  [
    "People",
    [
      ["/admin/users", "Users"],
      ["/admin/merchants", "Merchants"],
      ["/admin/mails", "Mails"],
    ],
  ],
  [
    "Ledger",
    [
      ["/admin/contracts", "Contracts"],
      ["/admin/roles", "Roles"],
      ["/admin/channels", "Accounts"],
    ],
  ],
  [
    "Records",
    [
      ["/admin/audit", "Audit"],
      ["/admin/changes", "Changes"],
      ["/admin/reports", "Reports"],
    ],
  ],
];

/** Every page of administrators. */
export function AdminArea() {
  return (
    <Gate
      who={useUser()}
      login={
        <div className="stack">
          <Heading title="Administration" />
          <UserLogin />
        </div>
      }
    >
      {({ role, email }) =>
        role === "admin" ? (
          <Sided area="Administration" name={email ?? "Administrator"} as="user" groups={groups} />
        ) : (
          <div className="stack">
            <Heading title="Administration" as="user" name={email ?? "User"} />
            <Notice tone="warning" title="You are not an administrator">
              Log in as one. <code>merit admin create</code> makes the first one on the service's machine.
            </Notice>
          </div>
        )
      }
    </Gate>
  );
}
