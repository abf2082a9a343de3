import * as z from "zod";

/**
 * In a handshake with a room: the name of a line to it, or of that line and a socket's number on it (`{name}.{number}`).
 * Only the server that made it up and the room know a name, so that nobody else gets onto a line.
 */
export const LINE_HEADER = "x-wayfare-line";
/** Names are UUIDs. */
const NAMED = /^([\w-]{36})(?:\.(\d{1,15}))?$/;

/** Whom it concerns; what follows behind the first line break is said to them, or with `close` is the reason why they go. */
export const LineHead = z.object({ to: z.array(z.int()), close: z.int().optional() });
export type LineHead = z.infer<typeof LineHead>;

export interface LinePlace {
  name: string;
  /** null: the line itself. */
  rider: number | null;
}

/** What a handshake's header says; null: nothing that can be understood. */
export function readLinePlace(header: string): LinePlace | null {
  const [, name, rider] = NAMED.exec(header) ?? [];
  if (name === undefined) return null;
  return { name, rider: rider === undefined ? null : Number(rider) };
}

export function lineMessage(head: LineHead, text: string): string {
  return `${JSON.stringify(head)}\n${text}`;
}
