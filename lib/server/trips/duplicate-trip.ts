import { selectTrip } from "#db/queries/trips.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays, daysBetween, isCalendarDate } from "#lib/shared/dates.ts";
import { type AppError, invalidField, notFound } from "#lib/shared/errors.ts";
import { shiftedEnds } from "#lib/shared/reservation-shift.ts";
import type { ReservationFields } from "#lib/shared/reservations.ts";
import type { TripCopy } from "#lib/shared/trip-copies.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { requireAccess } from "../access/access.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import { createOnce } from "../writes/creation.ts";
import { coverOfCopy } from "../covers/choose-cover.ts";
import { copyListRows } from "./copied-lists.ts";
import { insertWholeTrip, type WholeTrip } from "./insert-trip.ts";
import { type StopZoneFinder, createStopZoneFinder } from "./keep-local-times.ts";
import { readTripText } from "./read-trip.ts";

/** The limit by user, because a small request makes the service write a whole trip. */
const LIMIT = { windowSeconds: 600, max: 60 };

/**
 * Copies a trip's plan into a new trip of the caller: without its other members, ticks, votes, comments, confirmations
 * and files. The budget is copied; expenses and settlements are not.
 * @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED, RATE_LIMITED
 */
export async function duplicateTrip(ctx: Ctx, tripId: string, input: TripCopy): Promise<TripDto> {
  const { userId } = ctx.viewer;
  const at = ctx.now();
  return createOnce(
    ctx,
    { kind: "trip", tripId, input },
    async (id, claim) => {
      await requireAccess(ctx, tripId, "viewer");
      await requireWithinLimit(new Headers(), tripsApi.duplicate.path, LIMIT, { subject: userId });
      const [row] = await selectTrip(ctx.db, { tripId, userId, now: at });
      if (!row) throw notFound("trip");
      return insertWholeTrip(ctx, id, claim, await copyOf(ctx, JSON.parse(row.trip), input));
    },
    async (id) => JSON.parse(await readTripText(ctx.db, userId, id, at)),
  );
}

type Move = ReturnType<typeof movedBy>;
type Ends = Pick<ReservationFields, "start" | "end">;

async function copyOf(ctx: Ctx, source: TripDto, { title, startDate }: TripCopy): Promise<WholeTrip> {
  const { userId, user } = ctx.viewer;
  const move = movedBy(source, startDate);
  const ids = new Map([...source.days, ...source.stops].map(({ id }) => [id, ctx.newId()]));
  const { destination, timezone, currency, budget, cover } = source;
  const dates = { startDate: move.date(source.startDate), endDate: move.date(source.endDate) };
  const ownerId = ctx.newId();
  const { name, image } = user;
  return {
    trip: {
      title: title ?? source.title,
      destination,
      ...dates,
      timezone,
      currency,
      // The copy has no former currencies, because only conversions of expenses need them.
      formerCurrencies: [],
      budget,
      cover: coverOfCopy(cover, ids),
    },
    members: [{ id: ownerId, userId, name, image, role: "owner", leftAt: null }],
    ownerId,
    ...(await copiedPlan(source, move, ids, createStopZoneFinder(ctx.now(), { from: source, to: dates }))),
    votes: [],
    reservations: source.reservations.map((reservation) => ({
      ...reservation,
      id: ctx.newId(),
      ...move.ends(reservation),
      confirmation: null,
      stopId: ids.get(reservation.stopId ?? "") ?? null,
      participants: null,
    })),
    decisions: openDecisions(source).map(({ title: asked, notes, candidates, dayId }) => ({
      id: ctx.newId(),
      title: asked,
      notes,
      candidates: candidates.flatMap((id) => ids.get(id) ?? []),
      deadline: null,
      dayId: ids.get(dayId ?? "") ?? null,
      status: "open",
      winnerId: null,
      closedAt: null,
    })),
    items: source.items.map((item) => ({
      ...item,
      id: ctx.newId(),
      assigneeId: null,
      dueDate: move.near(item.dueDate),
      doneAt: null,
      isPrivate: item.ownerId !== null,
    })),
    expenses: [],
    settlements: [],
    comments: [],
    lists: copyListRows(source, () => ctx.newId()),
  };
}

async function copiedPlan(
  { days, stops, timezone }: TripDto,
  move: Move,
  ids: ReadonlyMap<string, string>,
  zoneFor: StopZoneFinder,
) {
  const zones = new Map(days.map((day) => [day.id, day.timezone]));
  return {
    days: days.map((day) => ({
      ...day,
      id: ids.get(day.id) ?? day.id,
      date: move.date(day.date),
      isRetired: false,
    })),
    stops: await Promise.all(
      stops.map(async (stop) => ({
        ...stop,
        id: ids.get(stop.id) ?? stop.id,
        dayId: ids.get(stop.dayId ?? "") ?? null,
        formerDate: move.near(stop.formerDate),
        timezone: stop.timezone ?? (await zoneFor(stop, zones.get(stop.dayId ?? "") ?? timezone)),
        participants: null,
      })),
    ),
  } satisfies Pick<WholeTrip, "days" | "stops">;
}

/** Returns all decisions as open ones, as far as no stop is then a candidate twice. */
function openDecisions({ decisions }: TripDto): TripDto["decisions"] {
  const asked = new Set<string>();
  const unclosedFirst = decisions.toSorted(
    (a, b) => Number(a.status === "closed") - Number(b.status === "closed"),
  );
  return unclosedFirst.filter(({ candidates }) => {
    if (candidates.some((id) => asked.has(id))) return false;
    for (const id of candidates) asked.add(id);
    return true;
  });
}

/** Returns functions that move all dates with the first day; local times stay. */
function movedBy(source: TripDto, startDate: string | undefined) {
  if (startDate !== undefined && source.startDate === null) {
    throw refusal("This trip has no dates that could move.");
  }
  const days = startDate && source.startDate ? daysBetween(source.startDate, startDate) : 0;
  if (source.endDate !== null && !isCalendarDate(addDays(source.endDate, days))) {
    throw refusal("The trip would end too late.");
  }
  function date<D extends string | null>(given: D): D extends string ? string : string | null;
  function date(given: string | null): string | null {
    return given === null ? null : addDays(given, days);
  }
  /** Moves a date that may be far outside the trip's; null beyond the calendar's end. */
  function near(given: string | null): string | null {
    const moved = date(given);
    return moved !== null && isCalendarDate(moved) ? moved : null;
  }
  /** Moves the ends of a reservation, which is not confirmed in a copy; ends that the new dates do not allow stay. */
  function ends({ start, end }: Ends): Ends {
    return shiftedEnds({ start, end, confirmation: null }, days) ?? { start, end };
  }
  return { date, near, ends };
}

function refusal(message: string): AppError {
  return invalidField("startDate", message);
}
