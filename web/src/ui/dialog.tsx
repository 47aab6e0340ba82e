import { type ReactNode, useEffect, useRef } from "react";

/** A question that must be answered before anything else. Close it with the function that its children get: it puts the focus back. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose(): void;
  children(close: () => void): ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children(() => dialog.current?.close())}
    </dialog>
  );
}
