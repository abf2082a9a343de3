"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import type { VisibleEvent } from "#lib/shared/events.ts";
import { useFieldValue } from "../_details/use-field-value.ts";
import { shortName, usePeople } from "../_shell/people.tsx";
import type { HistoryGroup } from "./history-groups.ts";
import { type HistoryNames, type PhraseKey, phraseOf } from "./history-phrase.ts";

/** Sentences of the history. `events` are all that is loaded: they know the names of what is gone by now. */
export function useHistoryWords(events: readonly VisibleEvent[]) {
  const t = useTranslations("trip-activity");
  const people = usePeople();
  const names = useHistoryNames(events);

  function who({ actorId }: HistoryGroup): string {
    if (actorId === null) return t("service");
    const person = people.byUser.get(actorId);
    if (!person) return t("someone");
    return person === people.me ? t("you") : shortName(person.name);
  }

  /** As plain text. */
  function sentence(group: HistoryGroup): string {
    const { key, values } = phraseOf(group, names);
    return t.markup(`says.${key}`, { ...values, who: who(group), b: (text: string) => text });
  }

  /** As plain text where it is clear which stop is meant: "Jonas changed the time from 08:00 to 07:30". */
  function sentenceOfStop(group: HistoryGroup): string {
    const { key, values } = phraseOf(group, names);
    return isOfStop(key) ? t(`ofStop.${key}`, { ...values, who: who(group) }) : sentence(group);
  }

  /** With who did it set off by weight. */
  function rich(group: HistoryGroup, bold: (text: ReactNode) => ReactNode): ReactNode {
    const { key, values } = phraseOf(group, names);
    return t.rich(`says.${key}`, { ...values, who: who(group), b: bold });
  }

  return { sentence, sentenceOfStop, rich };
}

const OF_STOP = [
  "stopAdded",
  "stopChanged",
  "stopChangedFrom",
  "stopFieldsChanged",
  "stopRenamed",
  "stopMoved",
  "stopMovedWithin",
  "stopRestored",
] as const satisfies readonly PhraseKey[];

function isOfStop(key: PhraseKey): key is (typeof OF_STOP)[number] {
  return OF_STOP.some((each) => each === key);
}

function useHistoryNames(events: readonly VisibleEvent[]): HistoryNames {
  const t = useTranslations("trip-activity");
  const tTrip = useTranslations("trip");
  const formats = useFormats();
  const fieldValue = useFieldValue();
  const people = usePeople();
  const { days, stops } = useTrip((trip) => ({ days: trip.days, stops: trip.stops }));
  const known = useMemo(() => knownNames(events), [events]);

  return {
    stop(id) {
      return stops.find((stop) => stop.id === id)?.name ?? known.stops.get(id) ?? t("aStop");
    },
    day(id) {
      const date = days.find((day) => day.id === id)?.date ?? known.days.get(id);
      return date ? formats.day(date, { weekday: true }) : t("aDay");
    },
    list(dayId) {
      return dayId === null ? tTrip("ideas") : this.day(dayId);
    },
    member: (id) => people.byMember.get(id)?.name ?? t("someone"),
    range: (start, end) => formats.range(start, end),
    field: fieldValue.name,
    value: fieldValue.text,
    role: (role) => t(`role.${role === "editor" || role === "owner" ? role : "viewer"}`),
    some(names) {
      const shown = names.slice(0, 3);
      return tTrip("names", { names: shown.join(tTrip("comma")), rest: names.length - shown.length });
    },
  };
}

/** Names as the events tell them, the newest of each. */
function knownNames(events: readonly VisibleEvent[]) {
  const stops = new Map<string, string>();
  const days = new Map<string, string>();
  for (const { entityId, op, entity, changes } of events) {
    if (op.startsWith("stop.") && "name" in entity && !stops.has(entityId)) stops.set(entityId, entity.name);
    if (op.startsWith("day.") && "date" in entity && !days.has(entityId)) days.set(entityId, entity.date);
    const former = changes?.["name"]?.[0];
    if (typeof former === "string" && !stops.has(entityId)) stops.set(entityId, former);
  }
  return { stops, days };
}
