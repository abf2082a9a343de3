import { expect } from "vitest";
import type { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { FakeService, PendingRequest } from "./fake-service.ts";
import { FakeSocket } from "./fake-socket.ts";
import { CREATED_AT } from "./sample-trip.ts";

/** Returns the first request to a path, after the first `from` requests, once it was sent. */
export async function waitForRequest(service: FakeService, path: string, from = 0): Promise<PendingRequest> {
  const find = () => service.sent.slice(from).find((sent) => sent.path.startsWith(path));
  await expect.poll(find).toBeDefined();
  const found = find();
  if (!found) throw new Error("It was just there.");
  return found;
}

/** Opens the trip and connects it to a room whose greeting has this seq. */
export async function goLive(session: TripSession, service: FakeService, seq = 10): Promise<FakeSocket> {
  session.start();
  const ticket = await waitForRequest(service, "/realtime/ticket");
  await ticket.answer(200, { url: "ws://room.test/t", ticket: "t", expiresAt: CREATED_AT });
  await expect.poll(() => FakeSocket.opened.length).toBe(1);
  const [socket] = FakeSocket.opened;
  if (!socket) throw new Error("It was just there.");
  socket.accept(seq);
  return socket;
}

/** Waits in real time until a condition is true, for work that the test's clock does not control. */
export async function waitUntilTrue(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo).toBe(true);
}
