"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useFieldFormats } from "../fields/use-field-value.ts";
import { usePeople } from "../people.tsx";
import { labelKey } from "../../_model/suggestions/label-key.ts";
import type { ChangeDiff } from "../../_model/suggestions/line-diff.ts";
import { clip, excerpts } from "./text-excerpt.ts";

/** Returns functions that describe a change of a suggestion: its row and the values of its fields. */
export function useSuggestedChangeTexts() {
  const t = useTranslations("trip-suggestions");
  const tTrip = useTranslations("trip");
  const formats = useFormats();
  const people = usePeople();
  const fieldValue = useFieldFormats();
  const days = useTrip((trip) => trip.days);

  /** Names a day or Ideas; a day that does not exist any more has no name. */
  function list(dayId: string | null): string {
    if (dayId === null) return tTrip("ideas");
    const date = days.find(({ id }) => id === dayId)?.date;
    return date === undefined ? t("aDay") : formats.day(date, { weekday: true });
  }

  function about({ kind, name }: Pick<ChangeDiff, "kind" | "name">): string {
    if (kind === "trips") return t("theTrip");
    if (kind === "days") return name === "" ? t("aDay") : formats.day(name, { weekday: true });
    return name === "" ? t("something") : name;
  }

  function label(field: string): string {
    return t(`field.${labelKey(field)}`);
  }

  function value(field: string, of: unknown): string {
    if (field === "time" && Array.isArray(of)) return span(of);
    if (field === "dates" && Array.isArray(of)) return range(of);
    if (field === "isDone") return of === true ? t("done") : t("notDone");
    if (field === "assigneeId") {
      return people.byMember.get(String(of))?.name ?? tTrip("nobody");
    }
    if (field === "dueDate" && typeof of === "string") return formats.day(of, { weekday: true });
    if (field === "list") return of === "todo" ? t("todo") : t("packing");
    if (isLong(field) && typeof of === "string" && of !== "") return clip(of);
    return fieldValue.text(field, of);
  }

  /** Returns the old and the new value of a field; for long texts only the part that differs. */
  function turn(field: string, before: unknown, after: unknown): [before: string, after: string] {
    const areTexts = isLong(field) && typeof before === "string" && typeof after === "string" && after !== "";
    return areTexts ? excerpts(before, after) : [value(field, before), value(field, after)];
  }

  /** Formats times as "09:00 – 10:30", or only the start. */
  function span([start, end]: unknown[]): string {
    if (typeof start !== "string") return tTrip("anyTime");
    return typeof end === "string" ? `${start} – ${end}` : start;
  }

  function range([start, end]: unknown[]): string {
    return typeof start === "string" && typeof end === "string" ? formats.range(start, end) : t("noDates");
  }

  return { list, about, label, value, turn };
}

function isLong(field: string): boolean {
  return field === "notes" || field === "text";
}
