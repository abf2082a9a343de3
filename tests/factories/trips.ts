import { call } from "#lib/client/base/api.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { CommentDto, NewComment } from "#lib/shared/comments.ts";
import type { DecisionDto, NewDecision } from "#lib/shared/decisions.ts";
import type { TripEvent, VisibleEvent } from "#lib/shared/events.ts";
import type { CreatedInvite, NewInvite } from "#lib/shared/invites.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import type { ItemDto, NewItem } from "#lib/shared/items.ts";
import type { Role } from "#lib/shared/roles.ts";
import type { NewStop, StopDto } from "#lib/shared/stops.ts";
import type { NewSuggestion, SuggestionDto } from "#lib/shared/suggestions.ts";
import type { NewTrip, TripDto, TripPatch } from "#lib/shared/trips.ts";
import { handlerFetch } from "#tests/helpers/handlers.ts";
import { newPerson, type Person } from "./people.ts";

/** Returns the options that make `call` use the exported handlers as this person. */
export function as(person: Person) {
  return { token: person.token, fetch: handlerFetch, baseUrl: "http://localhost:3000" };
}

export async function newTrip(owner: Person, overrides: Partial<NewTrip> = {}): Promise<TripDto> {
  const dates = { startDate: "2026-11-14", endDate: "2026-11-18" };
  const body = { title: "Kyoto", timezone: "Asia/Tokyo", currency: "JPY", ...dates, ...overrides };
  return (await call(tripsApi.create, { body }, as(owner))).data;
}

export async function newStop(
  editor: Person,
  trip: TripDto,
  overrides: Partial<NewStop> = {},
): Promise<StopDto> {
  const body = { name: "Kiyomizu-dera", dayId: trip.days[0]?.id ?? null, ...overrides };
  return (await call(stopsApi.create, { params: { tripId: trip.id }, body }, as(editor))).data;
}

/** Writes a comment on the trip itself, unless the overrides say otherwise. */
export async function newComment(
  author: Person,
  tripId: string,
  overrides: Partial<NewComment> = {},
): Promise<CommentDto> {
  const body = { target: { kind: "trip" as const, id: tripId }, body: "Shall we?", ...overrides };
  return (await call(commentsApi.create, { params: { tripId }, body }, as(author))).data;
}

export async function newDecision(
  editor: Person,
  tripId: string,
  overrides: Partial<NewDecision> = {},
): Promise<DecisionDto> {
  const body = { title: "Dinner", ...overrides };
  return (await call(decisionsApi.create, { params: { tripId }, body }, as(editor))).data;
}

/** Makes a suggestion to rename the trip, unless the overrides say otherwise. */
export async function newSuggestion(
  author: Person,
  tripId: string,
  overrides: Partial<NewSuggestion> = {},
): Promise<SuggestionDto> {
  const changes = [{ op: "trips.update" as const, input: { title: `Title of ${author.userId}` } }];
  const body = { changes, ...overrides };
  return (await call(suggestionsApi.create, { params: { tripId }, body }, as(author))).data;
}

/** Adds an item of the packing list that all members see, unless the overrides say otherwise. */
export async function newItem(
  by: Person,
  tripId: string,
  overrides: Partial<NewItem> = {},
): Promise<ItemDto> {
  const body = { list: "packing" as const, text: "Socks", ...overrides };
  return (await call(itemsApi.create, { params: { tripId }, body }, as(by))).data;
}

export async function newInvite(
  inviter: Person,
  tripId: string,
  overrides: Partial<NewInvite> = {},
): Promise<CreatedInvite> {
  const body = { role: "viewer" as const, ...overrides };
  return (await call(invitesApi.create, { params: { tripId }, body }, as(inviter))).data;
}

/** Adds a placeholder with a name. */
export async function newPlaceholder(editor: Person, tripId: string, name = "Grandma"): Promise<MemberDto> {
  return (await call(membersApi.addPlaceholder, { params: { tripId }, body: { name } }, as(editor))).data;
}

/** Creates a person who joins by an invite of the owner. */
export async function newMember(owner: Person, trip: TripDto, role: Exclude<Role, "owner">): Promise<Person> {
  const person = await newPerson();
  const { token } = await newInvite(owner, trip.id, { role });
  await call(invitesApi.accept, { params: { token } }, as(person));
  return person;
}

export async function readTrip(person: Person, tripId: string): Promise<TripDto> {
  return (await call(tripsApi.get, { params: { tripId } }, as(person))).data;
}

export async function patchTrip(person: Person, tripId: string, body: TripPatch): Promise<TripDto> {
  return (await call(tripsApi.update, { params: { tripId }, body }, as(person))).data;
}

/** Returns all events after a seq; it reads page by page. */
export async function historyAfter(
  person: Person,
  tripId: string,
  after: number,
  limit = 200,
): Promise<TripEvent[]> {
  const events: TripEvent[] = [];
  for (;;) {
    const query = { after: events.at(-1)?.seq ?? after, limit };
    const { data } = await call(eventsApi.list, { params: { tripId }, query }, as(person));
    events.push(...data.events);
    if (data.events.length < limit) return events;
  }
}

/**
 * Returns the events of the only write after a seq.
 * @throws Error when there are more writes or a gap between the seqs
 */
export async function lastGroup(person: Person, tripId: string, after: number): Promise<VisibleEvent[]> {
  const events = (await historyAfter(person, tripId, after)).filter((event) => event.op !== "redacted");
  const isOneWrite = events.every(
    ({ seq, groupId }, index) => seq === after + 1 + index && groupId === events[0]?.groupId,
  );
  if (!isOneWrite) throw new Error(`This is not one write: ${JSON.stringify(events)}`);
  return events;
}
