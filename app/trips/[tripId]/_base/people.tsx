"use client";

import { createContext, type ReactNode, use, useMemo } from "react";
import type { Person } from "#app/_ui/avatar.tsx";
import { assignPersonTones } from "#app/_ui/person-tone.ts";
import { usePresence, useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { MemberDto } from "#lib/shared/members.ts";
import type { PresentMember } from "#lib/shared/protocol.ts";
import type { Role } from "#lib/shared/roles.ts";

export interface TripPerson extends Person {
  userId: string | null;
  /** False for a placeholder and for a guest who has not signed up. */
  hasAccount: boolean;
  role: Role;
  leftAt: string | null;
}

export interface People {
  /** The members who are in the trip, in its order. */
  present: readonly TripPerson[];
  /** All members by id. Members who left are included, because their votes and comments remain. */
  byMember: ReadonlyMap<string, TripPerson>;
  byUser: ReadonlyMap<string, TripPerson>;
  me: TripPerson | null;
}

export function peopleOf(members: readonly MemberDto[], userId: string): People {
  // Colours are derived from the user's id where there is one, so that a person has the same colour in every list and
  // trip.
  const tones = assignPersonTones(members.map(({ id, userId: user }) => user ?? id));
  const all = members.map((member, index): TripPerson => ({
    id: member.id,
    userId: member.userId,
    hasAccount: member.hasAccount,
    name: member.name,
    image: member.image,
    tone: tones[index],
    placeholder: member.userId === null,
    role: member.role,
    leftAt: member.leftAt,
  }));
  const byUser = new Map(all.flatMap((person) => (person.userId ? [[person.userId, person] as const] : [])));
  return {
    present: all.filter(({ leftAt }) => leftAt === null),
    byMember: new Map(all.map((person) => [person.id, person])),
    byUser,
    me: byUser.get(userId) ?? null,
  };
}

const PeopleContext = createContext<People | null>(null);

/**
 * Provides the members of the trip; it renders again only when they change. `usePresence` says who has the trip open.
 */
export function PeopleProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const members = useTrip((trip) => trip.members);
  const people = useMemo(() => peopleOf(members, userId), [members, userId]);
  return <PeopleContext value={people}>{children}</PeopleContext>;
}

export function usePeople(): People {
  const people = use(PeopleContext);
  if (!people) throw new Error("usePeople needs a PeopleProvider above it.");
  return people;
}

/** Returns the first word of a name, or the whole name if it has no spaces, such as 陈思远. */
export function shortName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** A member who has a stop open, and the field that they edit. */
export interface Watcher {
  person: TripPerson;
  field: string | null;
}

export type Watchers = ReadonlyMap<string, readonly Watcher[]>;

/**
 * Returns which members have which stop open. A stop's list stays the same object as long as nothing in it changes.
 */
export function watchersByStop(
  presence: readonly PresentMember[],
  people: People,
  before: Watchers = new Map(),
): Watchers {
  const next = new Map<string, Watcher[]>();
  for (const { userId, stopId, field } of presence) {
    const person = people.byUser.get(userId);
    if (!person || !stopId || person === people.me) continue;
    next.set(stopId, [...(next.get(stopId) ?? []), { person, field }]);
  }
  return new Map([...next].map(([stopId, list]) => [stopId, sameWatchers(before.get(stopId), list)]));
}

function sameWatchers(before: readonly Watcher[] | undefined, now: readonly Watcher[]): readonly Watcher[] {
  const same =
    before?.length === now.length &&
    now.every((watcher, index) => {
      const old = before[index];
      return old?.person === watcher.person && old.field === watcher.field;
    });
  return same && before ? before : now;
}

/** Returns the ids of the other users who have the trip open. */
export function useOnlineUserIds(): ReadonlySet<string> {
  const presence = usePresence();
  return useMemo(() => new Set(presence.map(({ userId }) => userId)), [presence]);
}
