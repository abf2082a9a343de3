import { runPipelined } from "#db/client.ts";
import { upsertMember } from "#db/queries/members.ts";
import { insertTrip } from "#db/queries/trips.ts";
import type { ClientId } from "#db/queries/write.ts";
import { dateRange } from "#lib/shared/dates.ts";
import { emptyLists } from "#lib/shared/resources/list-resources.ts";
import { tripStatus } from "#lib/shared/trip-status.ts";
import type { NewTrip, TripDto, TripFields } from "#lib/shared/trips.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { withZone } from "../places/destination-zone.ts";
import { commitWrite, openWrite } from "../writes/write.ts";
import { addDays } from "./change-dates.ts";
import { readTripText } from "./read-trip.ts";

type Draft = Pick<
  TripFields,
  | "title"
  | "destination"
  | "startDate"
  | "endDate"
  | "timezone"
  | "currency"
  | "formerCurrencies"
  | "budget"
  | "cover"
  | "isSample"
  | "isDemo"
>;

/**
 * Returns the fields of a new trip: its time zone is the destination's, else the creator's; its currency is the
 * creator's own unless given.
 */
function draftOf(ctx: Ctx, input: NewTrip): Draft {
  return {
    title: input.title,
    destination: input.destination ?? null,
    startDate: input.startDate ?? null,
    endDate: input.endDate ?? null,
    timezone: input.destination?.timezone ?? input.timezone ?? "UTC",
    currency: input.currency ?? ctx.viewer.user.defaultCurrency,
    formerCurrencies: [],
    budget: null,
    cover: null,
    isSample: false,
    isDemo: false,
  };
}

/** Creates a trip with one day for each date; the caller owns it. Returns the whole trip from the written rows. */
export function createTrip(ctx: Ctx, input: NewTrip): Promise<TripDto> {
  const creation: CreationRequest = { kind: "trip", tripId: null, input };
  return createOnce(
    ctx,
    creation,
    async (id, claim) => {
      const destination = await withZone(input.destination);
      return insertWhole(ctx, id, draftOf(ctx, { ...input, destination }), claim);
    },
    async (id) => JSON.parse(await readTripText(ctx.db, ctx.viewer.userId, id, ctx.now())),
  );
}

function insertWhole(ctx: Ctx, id: string, draft: Draft, claim: ClientId | null): Promise<TripDto> {
  const { userId, user } = ctx.viewer;
  const at = ctx.now();
  const owner = {
    id: ctx.newId(),
    tripId: id,
    userId,
    name: user.name,
    image: user.image,
    role: "owner",
    at,
  } as const;
  return commitWrite(ctx, id, async (tx) => {
    const trip = JSON.stringify(draft);
    const [[inserted], [joined]] = await runPipelined([
      insertTrip(tx, { id, trip, stops: 0, createdBy: userId, at }),
      upsertMember(tx, owner),
    ]);
    if (!inserted || !joined) throw new Error("An insert returned no row.");
    // The events have the same instant as the rows.
    const write = openWrite(
      { ...ctx, now: () => at },
      tx,
      { trip: inserted.trip, seq: 0, roomEpoch: 0 },
      { id: owner.id, role: "owner" },
    );
    write.claim(claim);
    write.record({ op: "trip.created", entityId: id, after: inserted.trip });
    write.record({ op: "member.joined", entityId: owner.id, after: joined.member });
    const { startDate, endDate } = inserted.trip;
    const days = await addDays(ctx, write, startDate && endDate ? dateRange(startDate, endDate) : []);
    const lists = {
      days,
      stops: [],
      reservations: [],
      attachments: [],
      decisions: [],
      suggestions: [],
      items: [],
      ...emptyLists(),
      expenses: [],
      expenseCount: 0,
      settlements: [],
      members: [joined.member],
    };
    const status = tripStatus(inserted.trip, at);
    return [write, { ...inserted.trip, status, role: "owner", seq: write.seq(), ...lists, commentCount: 0 }];
  });
}
