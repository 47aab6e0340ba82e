import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, Fragment, type ReactNode, type SyntheticEvent, useRef, useState } from "react";
import { ApiProblem, explain } from "../api.ts";
import { newKey } from "../bytes.ts";
import { Dialog } from "./dialog.tsx";
import { Button, Notice } from "./ui.tsx";

/** The typed texts, by the name of the field. Fields that were left empty are missing. */
export type Fields = Record<string, string | undefined>;

interface FormProps<Answer> {
  /** Text of the button. */
  submit: string;
  look?: "primary" | "destructive";
  /** Makes the call. The key stays the same if the same form is sent again because its answer was lost. */
  run(fields: Fields, idempotencyKey: string): Promise<Answer>;
  done?(answer: Answer): void;
  /** Beside the button. */
  beside?: ReactNode;
  /** Empties the fields when the call has worked, so that pressing the button again doesn't make the same thing twice. */
  clears?: boolean;
  /** The fields. They get what the service has said of each. */
  children?(errors: Fields): ReactNode;
}

/** A form for one call of the API. What the service refuses stands beside its field, and everything else above the button. */
export function ApiForm<Answer>({
  submit,
  look = "primary",
  run,
  done,
  beside,
  clears = false,
  children,
}: FormProps<Answer>) {
  const queries = useQueryClient();
  const names = useRef(new Set<string>());
  const last = useRef({ content: "", key: "" });
  const [round, setRound] = useState(0);
  const sent = useMutation({
    mutationFn: (fields: Fields) => {
      const content = JSON.stringify(fields);
      if (last.current.content !== content) last.current = { content, key: newKey() };
      return run(fields, last.current.key);
    },
    onSuccess: (answer) => {
      last.current.content = "";
      void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "config" });
      if (clears) setRound((before) => before + 1);
      done?.(answer);
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()] as const);
    names.current = new Set(typed.map(([name]) => name));
    sent.mutate(Object.fromEntries(typed.filter(([, value]) => value !== "")));
  };
  const { errors, rest } = sort(sent.error, names.current);
  return (
    <form className="stack" onSubmit={onSubmit}>
      <Fragment key={round}>{children?.(errors)}</Fragment>
      {rest && <Notice tone="error">{rest}</Notice>}
      <div className="actions">
        <Button type="submit" look={look} busy={sent.isPending}>
          {submit}
        </Button>
        {beside}
      </div>
    </form>
  );
}

/**
 * For a field of a file: it is empty before each choice, since browsers say nothing if a file is chosen again that was corrected meanwhile.
 * @param onEmpty called before each choice
 */
export function chosenAnew(onEmpty = () => {}) {
  const empty = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    currentTarget.value = "";
    onEmpty();
  };
  return { onClick: empty, onDrop: empty };
}

/** Parts a problem into the errors of the form's fields and the rest. */
function sort(error: Error | null, names: Set<string>): { errors: Fields; rest?: string } {
  if (!error) return { errors: {} };
  const about = error instanceof ApiProblem ? (error.problem.errors ?? []) : [];
  const found = about.map(({ field, message }) => {
    const [name = "", index = "", ...of] = field.split(".");
    if (names.has(field) || !/^\d+$/.test(index)) return [field, message] as const;
    // A list, whose items are typed one a line. The service counts lines of CSV from 1, and items of other lists from 0.
    const line = name === "csv" ? Number(index) : Number(index) + 1;
    const text = [...of, message].join(" ");
    return [name, `Line ${line}: ${text}${/[.?]$/.test(text) ? "" : "."}`] as const;
  });
  const errors: Fields = {};
  for (const [name, message] of found) errors[name] = errors[name] ? `${errors[name]} ${message}` : message;
  const isAllShown = found.length > 0 && found.every(([name]) => names.has(name));
  return isAllShown ? { errors } : { errors, rest: explain(error) };
}

interface ActionProps<Answer> extends Omit<FormProps<Answer>, "submit" | "beside" | "clears"> {
  /** Text of the button, and of the one that confirms. */
  title: string;
  /** Says what will happen. */
  what: ReactNode;
  size?: "sm" | "md";
  disabled?: boolean;
}

/**
 * A button that says what it will do, and does it once that is confirmed. It does what it said when it was pressed, even if the page
 * has got newer data since.
 */
export function Action<Answer>(action: ActionProps<Answer>) {
  const [pressed, setPressed] = useState<ActionProps<Answer>>();
  return (
    <>
      <Button size={action.size ?? "sm"} disabled={action.disabled} onClick={() => setPressed(action)}>
        {action.title}
      </Button>
      {pressed && <Confirmation of={pressed} onClose={() => setPressed(undefined)} />}
    </>
  );
}

function Confirmation<Answer>({
  of: { title, what, done, look, run, children },
  onClose,
}: {
  of: ActionProps<Answer>;
  onClose(): void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <div className="stack">
          <div>{what}</div>
          <ApiForm
            submit={title}
            {...(look && { look })}
            run={run}
            done={(answer) => {
              close();
              done?.(answer);
            }}
            beside={<Button onClick={close}>Cancel</Button>}
          >
            {children}
          </ApiForm>
        </div>
      )}
    </Dialog>
  );
}

/** The moment that a field of the type datetime-local names, as the API takes it. A page's address may hold something else, which is none. */
export function moment(local = ""): string | undefined {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** A moment for the value of a field of the type datetime-local, in the reader's time zone. */
export function localMoment(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, "2026-01-01T00:00".length);
}
