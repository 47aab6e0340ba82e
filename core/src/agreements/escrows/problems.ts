import { problem } from "../../base/errors.ts";

export const proposalNotSigned = () =>
  problem(
    422,
    "proposal_not_signed",
    "Signature not valid",
    "The signature is not that of the proposing wallet's own key over the SHA-256 of `authorization`. Sign it unchanged, with a key that controls the account alone.",
  );
