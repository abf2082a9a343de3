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
  /** It ends after so long, whatever the count. */
  seconds: z.number().optional(),
  /** null: any that is no failure. */
  status: z.int().nullable(),
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

/** Opens sockets, which stay open beside those of before and follow their rooms, until all are dispersed. */
const GatherJob = z.object({
  kind: z.literal("gather"),
  /** Addresses by room. The n-th room of each such job is the same one. */
  rooms: z.array(z.array(z.string())),
});
export type GatherJob = z.infer<typeof GatherJob>;

/** Writes at a steady pace into the rooms of the gathered sockets, whoever has been told of what came before. */
const StreamJob = z.object({
  kind: z.literal("stream"),
  port: z.int(),
  /** One for each room. `ID` in it becomes the id of what it makes. */
  requests: z.array(z.string()),
  perSecond: z.number(),
  seconds: z.number(),
  status: z.int(),
});
export type StreamJob = z.infer<typeof StreamJob>;

const DisperseJob = z.object({ kind: z.literal("disperse") });

/** People with the web's own client, who all keep changing the trips that they have open. */
const EditJob = z.object({
  kind: z.literal("edit"),
  baseUrl: z.string(),
  editors: z.array(z.object({ tripId: z.string(), userId: z.string(), token: z.string() })),
  seconds: z.number(),
  /** Between two writes of one person, on average. */
  everyMs: z.number(),
});
export type EditJob = z.infer<typeof EditJob>;

/** Stands for a number of six digits. */
export const SEQ = "777000777";

export const Job = z.discriminatedUnion("kind", [
  LoadJob,
  SpreadJob,
  GatherJob,
  StreamJob,
  DisperseJob,
  EditJob,
]);
export type Job = z.infer<typeof Job>;

export const Outcome = z.object({
  /**
   * Milliseconds: of each answer; from each write until the slowest listener had it, or until each one had it; until each
   * socket was greeted.
   */
  latencies: z.array(z.number()),
  seconds: z.number(),
  /** Of a stream: events that a socket was not told, was told twice, or in the wrong order. */
  missed: z.int().optional(),
  /** Of editing. */
  edits: z
    .object({
      /** Milliseconds from an event's commit until it was in the trip of each other editor. */
      elsewhere: z.array(z.number()),
      /** Writes that two people made at the same place at once, and that one of them was told of. */
      conflicts: z.int(),
      /** Whatever else was refused or failed. */
      errors: z.array(z.string()),
      /** Editors whose trip, once all was quiet, was not the service's. */
      diverged: z.int(),
    })
    .optional(),
});
export type Outcome = z.infer<typeof Outcome>;

export const Reply = z.union([Outcome, z.object({ error: z.string() })]);
