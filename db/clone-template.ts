import { v7 as uuidv7 } from "uuid";
import { addDays, dateRange } from "#lib/shared/dates.ts";
import { spreadKeys } from "#lib/shared/order.ts";
import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";
import { earliestInstant } from "#lib/shared/reservation-times.ts";
import type { Database } from "./client.ts";
import type {
  Bilingual,
  TemplateReservationEnd,
  TemplateReservation,
  TripTemplate,
} from "./content/trip-template.ts";
import {
  insertTripCreatedEvent,
  insertTemplateComments,
  insertTemplateDays,
  insertTemplateDecisions,
  insertTemplateItems,
  insertTemplateMembers,
  insertTemplateReservations,
  insertTemplateStops,
  insertTemplateVotes,
} from "./queries/clone.ts";
import { listStatements } from "./queries/list-rows.ts";
import { insertTrip } from "./queries/trips.ts";
import { insertExpenses, insertSettlements } from "./queries/whole-trip.ts";
import { templateMoneyRows } from "./template-money.ts";

export interface CloneOptions {
  template: TripTemplate;
  locale: keyof Bilingual;
  tripId: string;
  /** The calendar date of the trip's first day. */
  startDate: string;
  /** The user who becomes the trip's owner; null for the demo trip, which nobody owns. */
  owner: { userId: string; name: string; image: string | null } | null;
  isSample: boolean;
  isDemo: boolean;
  at: Date;
}

/** Makes a new trip from a template, in one transaction; the trip's event log begins with `trip.created`. */
export async function cloneTemplate(database: Database, options: CloneOptions): Promise<void> {
  await database.transaction(async (tx) => {
    const plan = layOut(options);
    const { tripId, at, owner, template, locale } = options;
    const createdBy = owner?.userId ?? null;
    const rows = (list: object[]) => ({ tripId, at, rows: JSON.stringify(list) });
    const [inserted] = await insertTrip(tx, {
      id: tripId,
      trip: JSON.stringify(tripFields(options)),
      stops: plan.stops.length,
      createdBy,
      at,
    });
    await insertTemplateMembers(tx, rows(plan.members));
    await insertTemplateDays(tx, rows(plan.days));
    await insertTemplateStops(tx, { ...rows(plan.stops), createdBy, currency: template.currency });
    await insertTemplateVotes(tx, rows(plan.votes));
    const money = { createdBy, currency: template.currency };
    await insertTemplateReservations(tx, { ...rows(plan.reservations), ...money });
    await insertTemplateDecisions(tx, { ...rows(plan.decisions), createdBy });
    await insertTemplateItems(tx, { ...rows(plan.items), createdBy });
    for (const kind of LIST_KINDS) {
      const list = { ...rows(layOutList(template.lists[kind], locale)), by: createdBy };
      await listStatements(kind).insert(tx, list);
    }
    await insertExpenses(tx, rows(plan.expenses));
    await insertSettlements(tx, rows(plan.settlements));
    await insertTemplateComments(tx, rows(plan.comments));
    if (inserted)
      await insertTripCreatedEvent(tx, {
        tripId,
        groupId: uuidv7(),
        trip: JSON.stringify(inserted.trip),
        at,
      });
  });
}

function tripFields({ template, locale, startDate, isSample, isDemo }: CloneOptions): object {
  const { name, ...place } = template.destination;
  const { timezone } = place;
  const endDate = addDays(startDate, template.days.length - 1);
  const destination = { name: name[locale], ...place };
  const { currency } = template;
  const budget = { currency, ...template.money.budget };
  const frame = { startDate, endDate, timezone, currency, budget, isSample, isDemo };
  return { title: template.title[locale], destination, ...frame };
}

/** Gives every row of the template an id, so that rows of one list can refer to rows of another. */
function layOut({ template, locale, startDate, owner, tripId, at }: CloneOptions) {
  const text = (both: Bilingual | null) => both && both[locale];
  const companions = template.companions.map(({ key, name }) => ({
    key,
    id: uuidv7(),
    userId: null,
    name,
    image: null,
    role: "editor",
  }));
  const members = owner ? [{ id: uuidv7(), ...owner, role: "owner" }, ...companions] : companions;
  const dates = dateRange(startDate, addDays(startDate, template.days.length - 1));
  const days = template.days.map(({ title, notes }, index) => ({
    id: uuidv7(),
    date: dates[index],
    title: text(title),
    notes: text(notes),
  }));
  const keys = spreadKeys(template.stops.length);
  const stops = template.stops.map(({ dayIndex, name, notes, votes: _, ...rest }, index) => {
    const dayId = dayIndex === null ? null : days[dayIndex]?.id;
    return { ...rest, id: uuidv7(), dayId, position: keys[index], name: text(name), notes: text(notes) };
  });
  const votes = template.stops.flatMap((stop, index) =>
    companions.slice(0, stop.votes).map(({ id }) => ({ stopId: stops[index]?.id, memberId: id })),
  );
  const reservations = layOutReservations(template, locale, { dates, stops });
  const decisions = template.decisions.map(({ title, notes, candidates, daysBefore, dayIndex }) => ({
    id: uuidv7(),
    title: text(title),
    notes: text(notes),
    candidates: candidates.map((index) => stops[index]?.id),
    deadline: eveningBefore(startDate, daysBefore, template.destination.timezone),
    dayId: days[dayIndex]?.id,
  }));
  const items = layOutItems(template, locale, { startDate, companions });
  const comments = template.comments.map(({ stopIndex, reservationIndex, author, body }) => {
    const target =
      reservationIndex !== null
        ? { kind: "reservation", targetId: reservations[reservationIndex]?.id }
        : stopIndex !== null
          ? { kind: "stop", targetId: stops[stopIndex]?.id }
          : { kind: "trip", targetId: tripId };
    const memberId = companions.find(({ key }) => key === author)?.id;
    return { id: uuidv7(), ...target, memberId, body: text(body) };
  });
  const keyed = [...companions, ...members.slice(0, owner ? 1 : 0).map(({ id }) => ({ key: "me", id }))];
  const memberIds = new Map(keyed.map(({ key, id }) => [key, id]));
  const money = templateMoneyRows({ template, locale, at, memberIds, reservations });
  return { members, days, stops, votes, reservations, decisions, items, comments, ...money };
}

interface Laid {
  dates: readonly string[];
  stops: readonly { id: string }[];
}

function layOutReservations(template: TripTemplate, locale: keyof Bilingual, { dates, stops }: Laid) {
  const { timezone } = template.destination;
  const placeOf = (place: TemplateReservation["to"]) => place && { ...place, name: place.name[locale] };
  const endOf = (end: TemplateReservationEnd | null) => {
    const date = end && dates[end.dayIndex];
    if (!date) return null;
    return { local: end.time === null ? date : `${date}T${end.time}`, zone: end.timezone ?? timezone };
  };
  return template.reservations.map(({ title, notes, start, end, from, to, stopIndex, ...rest }) => {
    const begins = endOf(start);
    const ends = endOf(end);
    return {
      ...rest,
      id: uuidv7(),
      title: title[locale],
      notes: notes && notes[locale],
      startLocal: begins?.local,
      startZone: begins?.zone,
      startAt: begins && new Date(earliestInstant(begins)),
      endLocal: ends?.local,
      endZone: ends?.zone,
      from: placeOf(from),
      to: placeOf(to),
      stopId: stopIndex === null ? null : stops[stopIndex]?.id,
    };
  });
}

interface Party {
  startDate: string;
  companions: readonly { key: string; id: string }[];
}

function layOutItems(template: TripTemplate, locale: keyof Bilingual, { startDate, companions }: Party) {
  const keys = spreadKeys(template.items.length);
  return template.items.map(({ list, section, text, assignee, daysBefore, isDone }, index) => ({
    id: uuidv7(),
    list,
    position: keys[index],
    section: section && section[locale],
    text: text[locale],
    assigneeId: companions.find(({ key }) => key === assignee)?.id ?? null,
    dueDate: daysBefore === null ? null : addDays(startDate, -daysBefore),
    isDone,
  }));
}

type Text = Bilingual | string | null;

function layOutList(list: readonly Readonly<Record<string, Text>>[], locale: keyof Bilingual): object[] {
  const keys = spreadKeys(list.length);
  const said = (text: Text) => (text === null || typeof text === "string" ? text : text[locale]);
  return list.map((row, index) => ({
    ...Object.fromEntries(Object.entries(row).map(([field, text]) => [field, said(text)])),
    id: uuidv7(),
    position: keys[index],
  }));
}

/** When a decision's votes close: at eight in the evening, local time of the destination. */
function eveningBefore(startDate: string, days: number, zone: string): Date {
  return new Date(earliestInstant({ local: `${addDays(startDate, -days)}T20:00`, zone }));
}
