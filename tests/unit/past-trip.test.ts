import { expect, test, vi } from "vitest";
import { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { TripDto } from "#lib/shared/trips.ts";

function past(role: TripDto["role"]) {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new Error("Nothing may be sent.")));
  const initial = {
    id: "trip",
    seq: 7,
    title: "Then",
    role,
    days: [],
    stops: [],
    reservations: [],
    attachments: [],
    decisions: [],
    suggestions: [],
    items: [],
    members: [],
  } as unknown as TripDto;
  return { fetch, session: new TripSession({ initial, userId: "ann", isPast: true, call: { fetch } }) };
}

test.each(["owner", "editor", "viewer"] as const)(
  "the past takes nothing from an %s and sends nothing",
  async (role) => {
    const { fetch, session } = past(role);
    session.start();
    await expect(session.actions.updateTrip({ title: "Now" })).rejects.toThrow("takes no changes");
    await expect(session.actions.undo(7)).rejects.toThrow("takes no changes");
    expect(session.store.trip.title).toBe("Then");
    expect(session.store.queue.state).toBe("saved");
    expect(session.store.draft.lines).toEqual([]);
    expect(fetch).not.toHaveBeenCalled();
  },
);
