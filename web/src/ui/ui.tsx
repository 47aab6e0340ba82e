import type {
  ButtonHTMLAttributes,
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from "react";
import { useEffect, useId, useRef, useState } from "react";
import { explain } from "../api.ts";
import * as format from "./format.ts";

// The look of the Stellar Design System: its class names, without its scripts, which take ten times as much to load.

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The design system's `secondary` has too little contrast for its text. */
  look?: "primary" | "tertiary" | "destructive";
  size?: "sm" | "md";
  busy?: boolean;
}

export function Button({
  look = "tertiary",
  size = "md",
  busy = false,
  children,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`Button Button--${look} Button--${size}`}
      disabled={busy || rest.disabled}
      aria-busy={busy}
    >
      {busy ? "One moment …" : children}
    </button>
  );
}

interface Labelled {
  label: string;
  /** Says what to type, or names the unit. */
  hint?: ReactNode;
  error?: string | undefined;
}

/** A label, its control and what there is to say about it, tied together for screen readers. */
function Field({
  label,
  hint,
  error,
  children,
}: Labelled & { children(ids: { id: string; "aria-describedby": string; "aria-invalid": boolean }): ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": `${id}-note`, "aria-invalid": error !== undefined })}
      {/* Only an alert that is new in the page is read out. */}
      <p key={error} id={`${id}-note`} className={error ? "note error" : "note"} role={error && "alert"}>
        {error ?? hint}
      </p>
    </div>
  );
}

export function TextField({ label, hint, error, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className={`Input Input--md ${error ? "Input--error" : ""}`}>
          <div className="Input__container">
            <input {...rest} {...ids} />
          </div>
        </div>
      )}
    </Field>
  );
}

export function TextArea({ label, hint, error, ...rest }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <textarea className="area" {...rest} {...ids} />}
    </Field>
  );
}

export function SelectField({
  label,
  hint,
  error,
  children,
  ...rest
}: Labelled & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="Select Select--md">
          <div className="Select__container">
            <select {...rest} {...ids}>
              {children}
            </select>
            <div className="Select__icon" aria-hidden="true">
              <svg viewBox="0 0 24 24" fill="none" strokeWidth="2">
                <title>Open</title>
                <path d="m6 9 6 6 6-6" />
              </svg>
            </div>
          </div>
        </div>
      )}
    </Field>
  );
}

export function Card({ title, actions, children }: { title?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="Card Card--primary card">
      {(title || actions) && (
        <header>
          {title && <h2>{title}</h2>}
          {actions && <div className="actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

const tones = {
  pending: "warning",
  held: "warning",
  paused: "warning",
  waiting: "warning",
  qualifying: "warning",
  awaiting: "warning",
  locked: "warning",
  waits: "warning",
  disputed: "warning",
  open: "secondary",
  active: "success",
  enabled: "success",
  delivered: "success",
  running: "success",
  qualified: "success",
  paid: "success",
  claimed: "success",
  confirmed: "success",
  success: "success",
  fulfilled: "success",
  redeemed: "success",
  failed: "error",
  fails: "error",
  refused: "error",
  disabled: "error",
  cancelled: "error",
  revoked: "error",
  draft: "tertiary",
  scheduled: "tertiary",
  expired: "tertiary",
  ended: "tertiary",
  settled: "tertiary",
  swept: "tertiary",
  refunded: "tertiary",
  over: "tertiary",
  finished: "tertiary",
  archived: "tertiary",
} as const;

/** A state, such as `pending`. The word says it; its colour only helps to find it. */
export const Status = ({ value }: { value: string }) => (
  <span className={`Badge Badge--sm Badge--${tones[value as keyof typeof tones] ?? "primary"}`}>
    {value.replaceAll("_", " ")}
  </span>
);

export function Notice({
  tone = "primary",
  title,
  children,
}: {
  tone?: "primary" | "success" | "warning" | "error";
  title?: string;
  children?: ReactNode;
}) {
  return (
    <div className={`Notification Notification--${tone} notice`} role={tone === "error" ? "alert" : "status"}>
      <div>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}

export function Failure({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  return (
    <Notice tone="error" title="That did not work">
      <p>{explain(error)}</p>
      {retry && (
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}

export const Loading = ({ what = "Loading" }: { what?: string }) => (
  <p className="loading" role="status">
    {what} …
  </p>
);

/** An empty list says what to do next. */
export const Empty = ({ children }: { children: ReactNode }) => <p className="empty">{children}</p>;

interface Answer<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch(): unknown;
}

/** The states of an answer: on its way, failed, there; and there from before, when it could not be read again. */
export function Shown<Data>({ of, children }: { of: Answer<Data>; children(data: Data): ReactNode }) {
  const { data, error } = of;
  const retry = () => void of.refetch();
  if (data === undefined) return error ? <Failure error={error} retry={retry} /> : <Loading />;
  return (
    <>
      {error && (
        <Notice tone="warning" title="This may be out of date">
          <p>{explain(error)}</p>
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </Notice>
      )}
      {children(data)}
    </>
  );
}

export interface Column<Row> {
  title: string;
  /** Numbers stand on the right. */
  isNumber?: boolean;
  cell(row: Row): ReactNode;
}

/** A plain table of a page of rows, which scrolls sideways on narrow screens. */
export function Table<Row>({
  caption,
  rows,
  columns,
  keyOf,
  empty,
}: {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string | number;
  empty: ReactNode;
}) {
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scroll" aria-label={caption} tabIndex={0}>
      <table className="Table">
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber ? "number" : ""}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, isNumber, cell }) => (
                <td key={title} data-title={title} className={isNumber ? "number" : ""}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Names and values of one record. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="facts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const Time = ({ at }: { at: string }) => <time dateTime={at}>{format.time(at)}</time>;

/**
 * An address or hash in short, which is copied whole. It is shown whole, and selected, where the browser lets no page copy: one by plain
 * http from another machine may not.
 * @param whole shows it whole in any case
 */
export function Copyable({ value, label, whole = false }: { value: string; label?: string; whole?: boolean }) {
  const [done, setDone] = useState<"copied" | "selected">();
  const text = useRef<HTMLElement>(null);
  const copy = async () => {
    // The same text twice would not be read out again.
    setDone(undefined);
    try {
      await navigator.clipboard.writeText(value);
      setDone("copied");
    } catch {
      setDone("selected");
    }
  };
  useEffect(() => {
    if (done === "selected" && text.current) getSelection()?.selectAllChildren(text.current);
  }, [done]);
  return (
    <>
      {(whole || done === "selected") && (
        <>
          <code ref={text} className="whole">
            {value}
          </code>{" "}
        </>
      )}
      <button
        type="button"
        className="copy"
        title={value}
        onClick={() => void copy()}
        onBlur={() => done === "copied" && setDone(undefined)}
      >
        <span className="hidden">Copy {label ? `${label}: ` : ""}</span>
        {done ?? (whole ? "copy" : format.short(value))}
      </button>
      <span className="hidden" role="status">
        {done === "copied" && "Copied."}
        {done === "selected" && "This page may not copy. The text is selected: copy it with the keyboard."}
      </span>
    </>
  );
}
