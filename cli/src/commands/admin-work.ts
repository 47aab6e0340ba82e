import type { BodyOf, RowOf } from "@merit/client/types.ts";
import type { Command } from "commander";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import { record, table } from "../output.ts";
import type { Session } from "../session.ts";
import { positiveInteger } from "../values.ts";
import { type PageOptions, printList, printPage, withPages } from "./pages.ts";

type Job = RowOf<"GET /admin/jobs">;
type Queue = RowOf<"GET /admin/queues">;
type Letter = RowOf<"GET /admin/queues/:name/dead-letters">;
type Backup = BodyOf<"GET /admin/jobs">["backups"][number];

/** Background work: recurring jobs, queues, backups. */
export function adminWorkCommands(admin: Command, io: Io): void {
  jobCommands(admin, io);
  queueCommands(admin, io);
  backupCommands(admin, io);
}

function jobCommands(admin: Command, io: Io): void {
  const jobs = admin.command("jobs").description("recurring jobs: when each is due, and how its last run ended");
  withLogin<object, []>(
    jobs
      .command("list")
      .description("list the recurring jobs with their last run")
      .addHelpText("after", "\nExample:\n  $ merit admin jobs list"),
    io,
    (session) => session.printAnswer("GET /admin/jobs", {}, ({ data }) => table<Job>(jobColumns, data)),
  );
  withLogin<object, [string]>(
    jobs
      .command("run")
      .description("start a recurring job now instead of when it is due")
      .argument("<name>", "name of the job")
      .addHelpText("after", "\nExample:\n  $ merit admin jobs run prune"),
    io,
    (session, _options, name) => run(session, name),
  );
}

const run = (session: Session, name: string) =>
  session.printAnswer("POST /admin/jobs/:name/run", { params: { name } }, (job) => table<Job>(jobColumns, [job]));

function queueCommands(admin: Command, io: Io): void {
  const queues = admin.command("queues").description("queues of background work, and the jobs that failed for good");
  withLogin<object, []>(
    queues
      .command("list")
      .description("list the queues, with the number of jobs in each")
      .addHelpText("after", "\nExample:\n  $ merit admin queues list"),
    io,
    (session) => session.printAnswer("GET /admin/queues", {}, ({ data }) => table<Queue>(queueColumns, data)),
  );
  withLogin<PageOptions, [string]>(
    withPages(
      queues
        .command("dead-letters")
        .description("list the jobs of a queue that failed for good, which are in its dead-letter queue, newest first")
        .argument("<queue>", "name of the queue, or of its dead-letter queue")
        .addHelpText("after", "\nExample:\n  $ merit admin queues dead-letters email-dlq"),
    ),
    io,
    (session, query, name) =>
      printList(session, "GET /admin/queues/:name/dead-letters", { params: { name }, query }, letterColumns),
  );
  withLogin<object, [string, number | undefined]>(
    queues
      .command("redrive")
      .description("retry one dead letter, or the newest hundred of a queue")
      .argument("<queue>", "name of the queue, or of its dead-letter queue")
      .argument("[id]", "id of the dead letter", positiveInteger)
      .addHelpText(
        "after",
        "\nExamples:\n  $ merit admin queues redrive email-dlq 12\n  $ merit admin queues redrive email-dlq",
      ),
    io,
    (session, _options, name, id) => {
      const request = { params: { name }, ...(id !== undefined && { body: { id } }) };
      return session.printAnswer("POST /admin/queues/:name/dead-letters/redrive", request, ({ redriven, refused }) =>
        record([["Redriven", redriven.length], ...refused.map(refusal)]),
      );
    },
  );
}

const refusal = ({ id, detail }: { id: number; detail: string }): [string, string] => [`Refused ${id}`, detail];

function backupCommands(admin: Command, io: Io): void {
  const backups = admin.command("backups").description("list and make backups of the service's database");
  withLogin<object, []>(
    backups
      .command("list")
      .description("list the backups in the service's folder, newest first")
      .addHelpText("after", "\nExample:\n  $ merit admin backups list"),
    io,
    async (session) => {
      const { backups } = (await session.client.call("GET /admin/jobs")).body;
      printPage<Backup>(session, { data: backups, has_more: false, next_cursor: null }, backupColumns);
    },
  );
  withLogin<object, []>(
    backups
      .command("create")
      .description("have the service make a backup now")
      .addHelpText("after", "\nExample:\n  $ merit admin backups create && merit admin jobs list"),
    io,
    (session) => run(session, "backup"),
  );
}

const jobColumns = [
  { head: "Name", value: (row: Job) => row.name },
  { head: "Schedule", value: (row: Job) => row.schedule },
  { head: "State", value: (row: Job) => (row.running ? "running" : (row.last_status ?? "never ran")) },
  { head: "Last finished", value: (row: Job) => row.last_finished_at },
  { head: "Next run", value: (row: Job) => row.next_run_at },
  { head: "Result", value: (row: Job) => row.last_error ?? (row.last_result ? JSON.stringify(row.last_result) : null) },
];

const queueColumns = [
  { head: "Queue", value: (row: Queue) => row.name },
  { head: "Waiting", value: (row: Queue) => row.waiting, right: true },
  { head: "Leased", value: (row: Queue) => row.leased, right: true },
  { head: "Dead-letter queue", value: (row: Queue) => row.dead_letter_queue },
  { head: "Dead letters", value: (row: Queue) => row.dead_letters, right: true },
  { head: "Oldest due", value: (row: Queue) => row.oldest_due_at },
];

const letterColumns = [
  { head: "Id", value: (row: Letter) => row.id, right: true },
  { head: "Job", value: (row: Letter) => row.job_key },
  { head: "Attempts", value: (row: Letter) => row.attempts, right: true },
  { head: "Failed", value: (row: Letter) => row.failed_at },
  { head: "Redriven", value: (row: Letter) => row.redriven_at },
  { head: "Reason", value: (row: Letter) => row.reason },
];

const backupColumns = [
  { head: "File", value: (row: Backup) => row.file },
  { head: "Bytes", value: (row: Backup) => row.bytes, right: true },
  { head: "Created", value: (row: Backup) => row.created_at },
  { head: "SHA-256", value: (row: Backup) => row.sha256 },
];
