import { createRoute } from "@tanstack/react-router";
import { queries } from "../../queries.ts";
import { root } from "../root.tsx";
import { check } from "./check.ts";
import { Voucher } from "./voucher.tsx";

export const voucherRoute = createRoute({
  getParentRoute: () => root,
  path: "/v/$code",
  loader: ({ params }) => void queries.prefetchQuery(check(params.code)),
  // Part of the first file: whoever opens it has a phone in the hand, and waits.
  component: Voucher,
});
