import * as z from "zod";

/** Placeholders in a request's bytes: each `ID` and `KEY` is replaced by a new UUID. */
export const ID_PLACEHOLDER = "00000000-0000-7000-8000-00000000001d";
export const KEY_PLACEHOLDER = "00000000-0000-7000-8000-000000000ce1";

/** The pause between an answer and the next request, in which the service ends its deferred work. */
const PauseMs = z.number().optional();

/** Sends requests as fast as `connections` clients can that each wait for their answer. */
export const LoadJob = z.object({
  kind: z.literal("load"),
  port: z.int(),
  connections: z.int(),
  /** The requests, sent in turn; connection n begins with the n-th. */
  requests: z.array(z.string()),
  /** The total number of answers to wait for. */
  count: z.int(),
  /** The maximum duration, whatever the count. */
  seconds: z.number().optional(),
  /** The expected status; null allows every status that is no failure. */
  status: z.int().nullable(),
  pauseMs: PauseMs,
});
export type LoadJob = z.infer<typeof LoadJob>;

/** Sends writes one by one, each after all other members' sockets have received the previous one. */
export const PropagationJob = z.object({
  kind: z.literal("spread"),
  port: z.int(),
  sockets: z.array(z.string()),
  /** The request. Listeners wait for its `ID`; a `SEQ` in it is replaced by the room's next seq. */
  request: z.string(),
  count: z.int(),
  status: z.int(),
  pauseMs: PauseMs,
});
export type PropagationJob = z.infer<typeof PropagationJob>;

/** Opens sockets in addition to those of earlier jobs; all stay in their rooms until a job closes them. */
const GatherJob = z.object({
  kind: z.literal("gather"),
  /** The addresses by room. The n-th room is the same one in all jobs that open sockets. */
  rooms: z.array(z.array(z.string())),
});
export type OpenSocketsJob = z.infer<typeof GatherJob>;

/**
 * Sends writes at a steady rate into the rooms of the open sockets, without waiting until they have received earlier
 * ones.
 */
const StreamJob = z.object({
  kind: z.literal("stream"),
  port: z.int(),
  /** One request for each room. `ID` in it is replaced by the id of the new row. */
  requests: z.array(z.string()),
  perSecond: z.number(),
  seconds: z.number(),
  status: z.int(),
});
export type StreamJob = z.infer<typeof StreamJob>;

const DisperseJob = z.object({ kind: z.literal("disperse") });

/** Makes people with the web's client change the trips that they have open, all the time. */
const EditJob = z.object({
  kind: z.literal("edit"),
  baseUrl: z.string(),
  editors: z.array(z.object({ tripId: z.string(), userId: z.string(), token: z.string() })),
  seconds: z.number(),
  /** The average time between two writes of one person. */
  everyMs: z.number(),
});
export type EditJob = z.infer<typeof EditJob>;

/** A placeholder for a seq, which is padded with spaces to the same length, so that the request's length stays. */
export const SEQ_PLACEHOLDER = "777000777";

export const Job = z.discriminatedUnion("kind", [
  LoadJob,
  PropagationJob,
  GatherJob,
  StreamJob,
  DisperseJob,
  EditJob,
]);
export type Job = z.infer<typeof Job>;

export const Outcome = z.object({
  /**
   * In milliseconds. Depending on the job: the time of each answer, the time from each write until the slowest listener
   * or each listener received it, or the time until each socket was greeted.
   */
  latencies: z.array(z.number()),
  seconds: z.number(),
  /**
   * Of a stream: the number of events that a socket did not receive, received twice, or received in the wrong order.
   */
  missed: z.int().optional(),
  /** The results of editing. */
  edits: z
    .object({
      /** Milliseconds from an event's commit until it was in the trip of each other editor. */
      elsewhere: z.array(z.number()),
      /** The number of writes that were refused because somebody else had just changed the same field. */
      conflicts: z.int(),
      /** All other refusals and failures. */
      errors: z.array(z.string()),
      /** The number of editors whose trip, at the end, differed from the service's. */
      diverged: z.int(),
    })
    .optional(),
});
export type Outcome = z.infer<typeof Outcome>;

export const Reply = z.union([Outcome, z.object({ error: z.string() })]);
