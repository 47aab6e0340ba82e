import { Copyable, Notice } from "./ui.tsx";

/** A secret that the service shows once. Null: it was shown before, in an answer that was lost. */
export const Secret = ({ what, value, lost }: { what: string; value: string | null; lost: string }) =>
  value === null ? (
    <Notice tone="error" title={`${what} was shown before`}>
      {lost}
    </Notice>
  ) : (
    <Notice tone="warning" title={`${what} is shown only now`}>
      <p>
        <Copyable value={value} label={what} whole />
      </p>
      <p>Keep it where only you can read it.</p>
    </Notice>
  );
