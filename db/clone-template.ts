import { v7 as uuidv7 } from "uuid";
import { addDays, dateRange } from "#lib/shared/dates.ts";
import { spreadKeys } from "#lib/shared/order.ts";
import type { Database } from "./client.ts";
import type { Bilingual, TripTemplate } from "./content/trip-template.ts";
import {
  beginTemplateLog,
  insertTemplateComments,
  insertTemplateDays,
  insertTemplateMembers,
  insertTemplateStops,
  insertTemplateVotes,
} from "./queries/clone.ts";
import { insertTrip } from "./queries/trips.ts";

export interface CloneOptions {
  template: TripTemplate;
  locale: keyof Bilingual;
  tripId: string;
  /** Of the first day. */
  startDate: string;
  /** Takes the owner's place; null for the demo trip, which nobody owns. */
  owner: { userId: string; name: string; image: string | null } | null;
  isSample: boolean;
  isDemo: boolean;
  at: Date;
}

/** Makes a trip of its own from a template, in one transaction; its history begins with `trip.created`. */
export async function cloneTemplate(database: Database, options: CloneOptions): Promise<void> {
  await database.transaction(async (tx) => {
    const plan = layOut(options);
    const { tripId, at, owner, template } = options;
    const createdBy = owner?.userId ?? null;
    const rows = (list: object[]) => ({ tripId, at, rows: JSON.stringify(list) });
    const [inserted] = await insertTrip(tx, {
      id: tripId,
      trip: JSON.stringify(tripFields(options)),
      createdBy,
      at,
    });
    await insertTemplateMembers(tx, rows(plan.members));
    await insertTemplateDays(tx, rows(plan.days));
    await insertTemplateStops(tx, { ...rows(plan.stops), createdBy, currency: template.currency });
    await insertTemplateVotes(tx, rows(plan.votes));
    await insertTemplateComments(tx, rows(plan.comments));
    if (inserted)
      await beginTemplateLog(tx, { tripId, groupId: uuidv7(), trip: JSON.stringify(inserted.trip), at });
  });
}

function tripFields({ template, locale, startDate, isSample, isDemo }: CloneOptions): object {
  const { name, ...place } = template.destination;
  const { timezone } = place;
  const endDate = addDays(startDate, template.days.length - 1);
  const destination = { name: name[locale], ...place };
  const frame = { startDate, endDate, timezone, currency: template.currency, isSample, isDemo };
  return { title: template.title[locale], destination, ...frame };
}

/** Every row with its id, so that the lists can point at each other. */
function layOut({ template, locale, startDate, owner, tripId }: CloneOptions) {
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
  const comments = template.comments.map(({ stopIndex, author, body }) => {
    const target =
      stopIndex === null
        ? { kind: "trip", targetId: tripId }
        : { kind: "stop", targetId: stops[stopIndex]?.id };
    const memberId = companions.find(({ key }) => key === author)?.id;
    return { id: uuidv7(), ...target, memberId, body: text(body) };
  });
  return { members, days, stops, votes, comments };
}
