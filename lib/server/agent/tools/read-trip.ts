import * as z from "zod";
import type { DayDto } from "#lib/shared/days.ts";
import type { ItemList } from "#lib/shared/items.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { tool, type ToolRun } from "../tool.ts";
import { fitResult, withoutEmptyFields } from "./fit-result.ts";
import { shortId } from "./known-ids.ts";
import { unappliedChangesNote } from "./planned-stops.ts";
import { readSharedTrip, type SharedTrip } from "./shared-trip.ts";
import { shortenText } from "./short-text.ts";
import { moneyText, recordReadNotes, timesText, reservationForModel, votesOf } from "./row-texts.ts";

interface Detail {
  /** Maximum number of characters of the notes of a stop or a day. */
  notes: number;
  /** Maximum number of characters of a name. */
  names: number;
  /**
   * The form of a stop: an object with all facts, a line with coordinates and category, or a line with the name alone.
   */
  facts: "all" | "some" | "none";
  stops: number;
  /** Maximum length of each list of the result that has no limit of its own. */
  others: number;
}

const DETAILS = [
  { notes: 200, names: 200, facts: "all", stops: 2000, others: 200 },
  { notes: 60, names: 100, facts: "all", stops: 2000, others: 100 },
  { notes: 0, names: 80, facts: "all", stops: 2000, others: 60 },
  { notes: 0, names: 60, facts: "some", stops: 2000, others: 60 },
  { notes: 0, names: 40, facts: "none", stops: 2000, others: 40 },
  { notes: 0, names: 30, facts: "none", stops: 500, others: 20 },
  { notes: 0, names: 20, facts: "none", stops: 100, others: 10 },
] as const satisfies readonly Detail[];

export const readTrip = tool({
  name: "read_trip",
  description:
    "The whole trip in short: days with their stops, Ideas, bookings, open decisions, lists and people, with the ids that other tools take. Long notes are cut: read_day tells one day whole.",
  input: z.strictObject({}),
  async run(run) {
    const trip = await readSharedTrip(run);
    const { told, detail } = fitResult<Detail>(DETAILS, (each) => toldTrip(run, trip, each));
    run.readSeq = trip.seq;
    const { first, rest } = within(trip.stops, detail.stops);
    recordReadNotes(run, trip.seq, [...trip.days, ...first], detail.notes);
    recordReadNotes(run, trip.seq, rest, -1);
    return { told, about: { count: trip.stops.length } };
  },
});

function within<T>(list: readonly T[], most: number): { first: T[]; rest: T[] } {
  return { first: list.slice(0, most), rest: list.slice(most) };
}

function toldTrip(run: ToolRun, trip: SharedTrip, detail: Detail): object {
  const { days, stops, title, destination, startDate, endDate, timezone, currency, status } = trip;
  const told = within(stops, detail.stops).first;
  const on = (day: Pick<DayDto, "id" | "timezone"> | null) =>
    told
      .filter((stop) => stop.dayId === (day?.id ?? null))
      .map((stop) => toldStop(stop, day?.timezone ?? timezone, detail));
  const asker = trip.members.find(({ userId }) => userId === run.ctx.viewer.userId);
  const place = destination?.name;
  return withoutEmptyFields({
    trip: withoutEmptyFields({ title, destination: place, startDate, endDate, timezone, currency, status }),
    asker: asker && { id: shortId(asker.id), role: asker.role },
    cut: cutWords(trip, detail),
    notYet: unappliedChangesNote(run),
    days: days.map((day) =>
      withoutEmptyFields({
        id: shortId(day.id),
        date: day.date,
        title: day.title && detail.notes > 0 ? shortenText(day.title, detail.names) : null,
        notes: notesOf(day.notes, detail),
        zone: day.timezone,
        stops: on(day),
      }),
    ),
    ideas: on(null),
    ...lists(trip, detail),
  });
}

function notesOf(notes: string | null, { notes: most }: Detail): string | null {
  return notes && most > 0 ? shortenText(notes, most) : null;
}

function toldStop(stop: StopDto, dayZone: string, detail: Detail): object | string {
  const { id, place, cost, formerDate, participants } = stop;
  // The times of a stop are in its own time zone, which is included only when it differs from the day's.
  const zone = stop.timezone === dayZone ? null : stop.timezone;
  const name = shortenText(stop.name, detail.names);
  const at = place && [Number(place.lat.toFixed(5)), Number(place.lng.toFixed(5))];
  const category = stop.category === "other" ? null : stop.category;
  if (detail.facts !== "all") {
    const facts = detail.facts === "some" ? [category && `[${category}]`, at && `@${at.join()}`] : [];
    const time = timesText(stop);
    return [shortId(id), time, time && zone, name, ...facts].filter(Boolean).join(" ");
  }
  return withoutEmptyFields({
    id: shortId(id),
    name,
    time: timesText(stop),
    zone,
    at,
    category,
    cost: moneyText(cost),
    votes: votesOf(stop),
    formerDate,
    onlyFor: participants?.map(shortId),
    comments: stop.commentCount || null,
    notes: notesOf(stop.notes, detail),
  });
}

function lists(trip: SharedTrip, detail: Detail) {
  const some = <T>(list: readonly T[]) => within(list, detail.others).first;
  const text = (words: string) => shortenText(words, detail.names);
  const items = (list: ItemList) =>
    some(itemsOf(trip, list)).map(({ text: words, doneAt, assigneeId, dueDate }) =>
      withoutEmptyFields({
        text: text(words),
        isDone: doneAt !== null || null,
        memberId: assigneeId && shortId(assigneeId),
        due: dueDate,
      }),
    );
  return {
    members: some(trip.members).map(({ id, name, role, leftAt }) =>
      withoutEmptyFields({ id: shortId(id), name: text(name), role, hasLeft: leftAt !== null || null }),
    ),
    bookings: some(trip.reservations).map((booking) => reservationForModel(booking, detail.notes)),
    decisions: some(openDecisions(trip)).map(({ title, status, deadline, dayId, candidates }) =>
      withoutEmptyFields({
        title: text(title),
        status,
        deadline,
        dayId: dayId && shortId(dayId),
        candidates: some(candidates).map(shortId),
      }),
    ),
    packing: items("packing"),
    todo: items("todo"),
    files: some(trip.attachments).map(({ name }) => text(name)),
  };
}

function itemsOf({ items }: SharedTrip, list: ItemList) {
  return items.filter((item) => item.list === list);
}

function openDecisions({ decisions }: SharedTrip) {
  return decisions.filter(({ status }) => status !== "closed");
}

const FACTS_LEFT_OUT: Record<Detail["facts"], string> = {
  all: "",
  some: "Each stop is a line of id, time, zone where it is another than the day's, name, [category] and @lat,lng; costs and votes are left out.",
  none: "Each stop is a line of id, time, zone where it is another than the day's, and name; places, categories, costs and votes are left out.",
};

/** Returns a sentence about what was left out, so that the model does not take it for missing. */
function cutWords(trip: SharedTrip, { notes, facts, stops, others }: Detail): string {
  const lengths = {
    stops: [trip.stops.length, stops],
    members: [trip.members.length, others],
    bookings: [trip.reservations.length, others],
    decisions: [openDecisions(trip).length, others],
    packing: [itemsOf(trip, "packing").length, others],
    todo: [itemsOf(trip, "todo").length, others],
    files: [trip.attachments.length, others],
  };
  const missing = Object.entries(lengths).flatMap(([what, [all = 0, most = 0]]) =>
    all > most ? [`the first ${most} of ${all} ${what}`] : [],
  );
  const words = [
    notes === 0 ? "All notes and titles of days are left out." : "",
    FACTS_LEFT_OUT[facts],
    missing.length > 0 ? `Only these are told: ${missing.join(", ")}.` : "",
  ].filter(Boolean);
  return words.length > 0 ? `${words.join(" ")} read_day tells one day whole.` : "";
}
