import type { ComponentProps } from "react";
import { TextField } from "../ui/ui.tsx";

/** A field for an amount. Pages show amounts in the reader's notation, but type and send them with a point. */
export const AmountField = ({ hint, ...rest }: Omit<ComponentProps<typeof TextField>, "inputMode">) => (
  <TextField {...rest} inputMode="decimal" hint={<>{hint} Decimals after a point: 1000.5</>} />
);
