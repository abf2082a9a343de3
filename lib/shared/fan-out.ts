import * as z from "zod";

/**
 * A header in a handshake with a room. It holds the name of a fan-out connection, or that name and the number of a
 * socket on the connection (`{name}.{number}`). Only the server that made the name up and the room know it, so that
 * nobody else can attach sockets to the connection.
 */
export const FAN_OUT_HEADER = "x-wayfare-line";
/**
 * Matches the header's value: the name of a fan-out connection, which is a UUID, and perhaps the number of a socket.
 */
const NAMED = /^([\w-]{36})(?:\.(\d{1,15}))?$/;

/**
 * The head of a message on a fan-out connection: the numbers of its recipients. The text behind the first line break is
 * sent to them, or with `close` is the reason why their sockets close.
 */
export const FanOutHead = z.object({ to: z.array(z.int()), close: z.int().optional() });
export type FanOutHead = z.infer<typeof FanOutHead>;

export interface FanOutAddress {
  name: string;
  /** The socket's number; null: the header names the connection itself. */
  rider: number | null;
}

/** Reads the header's value; null: the value is not valid. */
export function readFanOutAddress(header: string): FanOutAddress | null {
  const [, name, rider] = NAMED.exec(header) ?? [];
  if (name === undefined) return null;
  return { name, rider: rider === undefined ? null : Number(rider) };
}

export function fanOutMessage(head: FanOutHead, text: string): string {
  return `${JSON.stringify(head)}\n${text}`;
}
