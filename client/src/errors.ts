import type { CodeOf, Endpoint } from "./types.ts";

/** RFC 9457. A gateway in between may send less. */
export interface ProblemDocument {
  status: number;
  title: string;
  type?: string;
  detail?: string;
  code?: CodeOf<Endpoint> | (string & {});
  request_id?: string;
  errors?: { field: string; message: string }[];
  /** The reward that it is about. */
  issuance_id?: number;
}

/** An error that the service answered with. */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly problem: ProblemDocument;
  /** Seconds after which the service wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(problem: ProblemDocument, retryAfter?: number) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** A stream that the service has ended, with its reason. It can be opened again if that may pass. */
export class StreamEnded extends ApiProblem {
  override name = "StreamEnded";
}

/** No answer: the request may or may not have been carried out. `cause` has details. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** An answer that is not from this API: the URL is wrong. */
export class ForeignAnswer extends Error {
  override name = "ForeignAnswer";
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} answered ${status} and no JSON.`);
    this.status = status;
  }
}
