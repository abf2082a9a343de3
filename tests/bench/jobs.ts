import * as z from "zod";

/** A request as it goes over the wire; `ID` and `KEY` in it stand for UUIDs that are new each time. */
export const ID = "00000000-0000-7000-8000-00000000001d";
export const KEY = "00000000-0000-7000-8000-000000000ce1";

/** Between an answer and the next request: in it the service ends what it does after answering. */
const PauseMs = z.number().optional();

/** Asks for things as fast as `connections` clients can that wait for each answer. */
export const LoadJob = z.object({
  kind: z.literal("load"),
  port: z.int(),
  connections: z.int(),
  /** Taken in turn: connection n begins with the n-th. */
  requests: z.array(z.string()),
  /** How many answers to take in all. */
  count: z.int(),
  status: z.int(),
  pauseMs: PauseMs,
});
export type LoadJob = z.infer<typeof LoadJob>;

/** Writes again and again, each time until everyone else has been told by their socket. */
export const SpreadJob = z.object({
  kind: z.literal("spread"),
  port: z.int(),
  sockets: z.array(z.string()),
  /** `ID` in it is what the listeners look for; `SEQ`, where there is one, is the next seq of the room. */
  request: z.string(),
  count: z.int(),
  status: z.int(),
  pauseMs: PauseMs,
});
export type SpreadJob = z.infer<typeof SpreadJob>;

/** Stands for a number of six digits. */
export const SEQ = "777000777";

export const Job = z.discriminatedUnion("kind", [LoadJob, SpreadJob]);
export type Job = z.infer<typeof Job>;

export const Outcome = z.object({
  /** Milliseconds: of each answer, or from each write until the slowest listener had it. */
  latencies: z.array(z.number()),
  seconds: z.number(),
});
export type Outcome = z.infer<typeof Outcome>;

export const Reply = z.union([Outcome, z.object({ error: z.string() })]);
