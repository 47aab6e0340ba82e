export { type Client, type ClientOptions, createClient } from "./client.ts";
export { ApiProblem, ForeignAnswer, NoAnswer, type ProblemDocument, StreamEnded } from "./errors.ts";
export type { StreamEvent } from "./streams.ts";
export type {
  AnswerOf,
  BodyOf,
  CallOptions,
  CodeOf,
  Endpoint,
  EventOf,
  List,
  RequestArguments,
  RequestOf,
  RowOf,
  Stream,
} from "./types.ts";
