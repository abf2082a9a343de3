"use client";

import { useDeferredValue, useMemo } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { VisibleEvent } from "#lib/shared/events.ts";
import {
  isListKind,
  LIST_NAMES,
  type ListKind,
  type ListName,
} from "#lib/shared/resources/list-resources.ts";
import { type Role, ROLES } from "#lib/shared/roles.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { useFieldFormats } from "../fields/use-field-value.ts";
import { useMoneyFormat } from "../money/use-money-format.ts";
import { shortName, usePeople } from "../people.tsx";
import { currenciesIn } from "../../_model/money/currencies-in.ts";
import type { CountedKind, HistoryNames } from "../../_model/history/history-phrase.ts";
import { nameOfRow, namesInEvents, tallyAt, type NamedRowKind } from "../../_model/history/known-names.ts";

const NAMELESS = {
  stop: "aStop",
  reservation: "aBooking",
  attachment: "aFile",
  decision: "aDecision",
  item: "anItem",
  expense: "anExpense",
  settlement: "aSettlement",
} as const satisfies Record<Exclude<NamedRowKind, ListKind>, string>;
const OWN_FIELDS = ["inPlan", "doneAt"] as const;

/**
 * Returns functions that name the rows of the trip, also deleted ones.
 * @param events all loaded events
 */
export function useHistoryNames(events: readonly VisibleEvent[]): HistoryNames {
  const t = useTranslations("trip-activity");
  const tTrip = useTranslations("trip");
  const tLists = useTranslations("list-resources");
  const formats = useFormats();
  const fieldValue = useFieldFormats();
  const people = usePeople();
  // Names may be updated with low priority.
  const trip = useDeferredValue(useTrip(named));
  const known = useMemo(() => namesInEvents(events), [events]);
  const format = useMoneyFormat(useMemo(() => currenciesIn(events), [events]));

  function list(dayId: string | null): string {
    return dayId === null ? tTrip("ideas") : day(dayId);
  }
  function day(id: string): string {
    const date = trip.days.find((row) => row.id === id)?.date ?? known.days.get(id);
    return date ? formats.day(date, { weekday: true }) : t("aDay");
  }
  function thing(id: string): string {
    const kind: NamedRowKind | undefined = known.kinds.get(id);
    return nameOfRow(trip, id) ?? known.names.get(id) ?? nameless(kind);
  }
  function nameless(kind: NamedRowKind | undefined): string {
    if (kind && isListKind(kind)) return tLists(`${kind}.one`);
    return t(kind ? NAMELESS[kind] : "aThing");
  }
  function counted(kind: CountedKind, count: number): string {
    return isListKind(kind) ? tLists(`${kind}.count`, { count }) : t(`count.${kind}`, { count });
  }
  function member(id: string): string {
    const person = people.byMember.get(id);
    if (person !== undefined && person === people.me) return t("youInside");
    return person ? shortName(person.name) : t("someoneInside");
  }

  return {
    thing,
    day,
    list,
    member,
    target: ({ kind, id }) => (kind === "trip" ? tTrip("field.trip") : thing(id)),
    range: (start, end) => formats.range(start, end),
    field: (name) => {
      const own = OWN_FIELDS.find((each) => each === name);
      return own ? t(`field.${own}`) : fieldValue.name(name);
    },
    value: fieldValue.text,
    money: format.money,
    role: (role) => t(`role.${isRole(role) ? role : "viewer"}`),
    some: (names) => {
      const rest = names.length - 3;
      return formats.list(rest > 0 ? [...names.slice(0, 3), tTrip("moreThings", { count: rest })] : names);
    },
    counts: (counts) => formats.list(counts.map(([kind, count]) => counted(kind, count))),
    noun: (kind) => tLists(`${kind}.the`),
    tally: (stopId, seq) => tallyAt(trip, events, { stopId, seq }),
  };
}

/**
 * Returns the parts of the trip that have names, so that other changes of the trip do not compute the sentences
 * again.
 */
function named(trip: TripDto) {
  const { days, stops, reservations, attachments, decisions, items, expenses, members } = trip;
  const lists = Object.fromEntries(LIST_NAMES.map((list) => [list, trip[list]])) as Pick<TripDto, ListName>;
  return { days, stops, reservations, attachments, decisions, items, ...lists, expenses, members };
}

function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}
