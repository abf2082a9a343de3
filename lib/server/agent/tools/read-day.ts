import * as z from "zod";
import { selectLatestComments } from "#db/queries/comments.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { DayDto } from "#lib/shared/days.ts";
import { estimateLeg } from "#lib/shared/legs.ts";
import { reservationPhasesOn } from "#lib/shared/reservation-days.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { tool } from "../tool.ts";
import { fitResult, withoutEmptyFields } from "./fit-result.ts";
import { findDay, shortId } from "./known-ids.ts";
import { type KnownHours, readKnownHours } from "./opening.ts";
import { openingReport } from "./opening-report.ts";
import { spansText, openStateOf } from "./opening-texts.ts";
import { unappliedChangesNote } from "./planned-stops.ts";
import { readSharedTrip, type SharedTrip } from "./shared-trip.ts";
import { shortenText } from "./short-text.ts";
import { DayId } from "./stop-inputs.ts";
import {
  clockText,
  moneyText,
  recordReadNotes,
  timesText,
  reservationForModel,
  votesOf,
} from "./row-texts.ts";

interface Detail {
  /** Maximum number of characters of notes, and of each comment. */
  notes: number;
  comment: number;
  /** Maximum number of comments on each stop, the newest ones. */
  comments: number;
  stops: number;
  bookings: number;
  /** Whether URLs, addresses, opening hours and legs are included. */
  hasFacts: boolean;
}

const MOST_COMMENTS = 3;
const DETAILS = [
  { notes: 10_000, comment: 500, comments: MOST_COMMENTS, stops: 2000, bookings: 500, hasFacts: true },
  { notes: 2000, comment: 200, comments: MOST_COMMENTS, stops: 500, bookings: 100, hasFacts: true },
  { notes: 400, comment: 100, comments: 1, stops: 200, bookings: 50, hasFacts: true },
  { notes: 100, comment: 60, comments: 1, stops: 100, bookings: 20, hasFacts: false },
  { notes: 50, comment: 0, comments: 0, stops: 40, bookings: 10, hasFacts: false },
] as const satisfies readonly Detail[];

interface DayTold {
  trip: SharedTrip;
  day: DayDto | null;
  stops: StopDto[];
  comments: CommentDto[];
  opening: KnownHours;
}

export const readDay = tool({
  name: "read_day",
  description:
    "One day whole: its stops in order with addresses, notes, links and the newest comments, opening hours as far as they are known, its bookings and the ways between its stops. Read it before you replace notes.",
  input: z.strictObject({ dayId: DayId.nullable().describe("id of a day; null: the Ideas list") }),
  async run(run, { dayId }) {
    const { ctx, tripId } = run;
    const trip = await readSharedTrip(run);
    const day = findDay(dayId, trip.days);
    const stops = trip.stops.filter((stop) => stop.dayId === (day?.id ?? null));
    const targetIds = stops.filter(({ commentCount }) => commentCount > 0).map(({ id }) => id);
    const asked = { tripId, kind: "stop", targetIds, each: MOST_COMMENTS };
    const rows = targetIds.length > 0 ? await selectLatestComments(ctx.db, asked) : [];
    const comments = rows.map(({ comment }) => comment);
    const opening = await readKnownHours(run, onDay(day, stops));
    const found = { trip, day, stops, comments, opening };
    const { told, detail } = fitResult<Detail>(DETAILS, (each) => toldDay(found, each));
    recordReadNotes(run, trip.seq, [...(day ? [day] : []), ...stops.slice(0, detail.stops)], detail.notes);
    return {
      told: withoutEmptyFields({ notYet: unappliedChangesNote(run), ...told }),
      about: day ? { date: day.date } : { count: stops.length },
    };
  },
});

/** Adds the day's date to its stops; stops of Ideas have no day and so no opening hours. */
function onDay(day: DayDto | null, stops: readonly StopDto[]) {
  return day ? stops.map((stop) => ({ ...stop, date: day.date })) : [];
}

function toldDay({ trip, day, stops, comments, opening }: DayTold, detail: Detail): object {
  const hoursOf = (stop: StopDto) => (day && detail.hasFacts ? openingWords(opening, stop, day.date) : null);
  const told = stops.slice(0, detail.stops);
  const bookings = day
    ? trip.reservations.filter((each) => reservationPhasesOn(each, day.date).length > 0)
    : [];
  return withoutEmptyFields({
    day: day && { id: shortId(day.id), ...dayWords(day, detail) },
    cut: cutWords(stops, bookings.length, detail),
    stops: told.map((stop) => ({
      ...toldStop(stop, said(trip, comments, stop, detail), detail),
      ...hoursOf(stop),
    })),
    ...(detail.hasFacts && openingReport(opening, onDay(day, told))),
    ways: day && detail.hasFacts ? ways(told) : null,
    bookings: bookings
      .slice(0, detail.bookings)
      .map((booking) => reservationForModel(booking, Math.min(detail.notes, 500))),
  });
}

function dayWords({ date, title, notes, timezone }: DayDto, detail: Detail): object {
  return withoutEmptyFields({
    date,
    title,
    zone: timezone,
    notes: notes && shortenText(notes, detail.notes),
  });
}

function toldStop(stop: StopDto, comments: object[], detail: Detail): object {
  const { id, name, place, category, timezone, notes, url, cost, hours, travelMode, participants } = stop;
  const address = place?.address;
  const facts = detail.hasFacts && {
    address: address && shortenText(address, 150),
    hours,
    url: url && shortenText(url, 200),
    onlyFor: participants?.map(shortId),
  };
  return withoutEmptyFields({
    id: shortId(id),
    name: shortenText(name, detail.hasFacts ? 200 : 60),
    time: timesText(stop),
    zone: timezone,
    category,
    at: place && [place.lat, place.lng],
    ...facts,
    cost: moneyText(cost),
    travelMode,
    votes: votesOf(stop),
    notes: notes && shortenText(notes, detail.notes),
    comments,
  });
}

/** Returns the map's opening hours on that day, and whether the stop is closed at its time. */
function openingWords({ hours }: KnownHours, { id, startTime }: StopDto, date: string): object {
  const known = hours.get(id) ?? null;
  const state = openStateOf(known, date, startTime);
  return withoutEmptyFields({
    mapHours: known?.by === "map" && state ? spansText(state.spans) : null,
    isClosedThen: state?.isOpen === false || null,
  });
}

function said(trip: SharedTrip, comments: CommentDto[], stop: StopDto, detail: Detail): object[] {
  const newest = comments.filter(({ target }) => target.id === stop.id).slice(0, detail.comments);
  const names = new Map(trip.members.map(({ id, name }) => [id, name]));
  return newest.toReversed().map(({ memberId, body, createdAt, resolvedAt }) =>
    withoutEmptyFields({
      by: names.get(memberId),
      at: clockText(trip, createdAt),
      says: shortenText(body, detail.comment),
      isResolved: resolvedAt !== null || null,
    }),
  );
}

/** Returns the legs as estimated from the distance; the tool `estimate_route` asks the router. */
function ways(stops: readonly StopDto[]): object[] {
  const placed = stops.flatMap(({ place, travelMode, ...stop }) =>
    place ? [{ ...stop, place, travelMode }] : [],
  );
  return placed.flatMap((to, index) => {
    const from = placed[index - 1];
    const leg = from && estimateLeg(from.place, to.place, to.travelMode);
    if (!from || !leg) return [];
    const { mode, meters, minutes } = leg;
    return [withoutEmptyFields({ from: shortId(from.id), to: shortId(to.id), mode, meters, minutes })];
  });
}

function cutWords(stops: readonly StopDto[], bookings: number, detail: Detail): string {
  const words = [
    stops.length > detail.stops ? `Only the first ${detail.stops} of ${stops.length} stops are told.` : "",
    bookings > detail.bookings ? `Only the first ${detail.bookings} of ${bookings} bookings are told.` : "",
    detail.hasFacts ? "" : "Addresses, links, opening hours and ways are left out.",
    stops.some(({ notes }) => (notes?.length ?? 0) > detail.notes)
      ? "Notes that end in … go on, and can't be replaced here."
      : "",
  ];
  return words.filter(Boolean).join(" ");
}
