"use client";

import { useTranslations } from "next-intl";
import type { StopDto } from "#lib/shared/stops.ts";
import { shortName, usePeople, type Watcher } from "../_shell/people.tsx";
import { STOP_FIELDS } from "./field-key.ts";
import type { TimeWarning } from "./plan-model.ts";

/** Anything else is "this". */
export type Field = (typeof STOP_FIELDS)[number];

function isField(name: string | null): name is Field {
  return STOP_FIELDS.some((field) => field === name);
}

/** The sentences a stop's row is made of. */
export function useStopWords() {
  const t = useTranslations("trip");
  const people = usePeople();

  /** What it is, who joins when not all do, and where: "Sight · Jonas, Priya and 3 more · 1-294 Kiyomizu". */
  function about(stop: StopDto): string {
    const category = stop.category === "other" ? "" : t(`category.${stop.category}`);
    const who = stop.participants === null ? "" : participants(stop.participants);
    const where = stop.place?.address ?? "";
    const note = where === "" ? (stop.notes?.split("\n", 1)[0] ?? "") : "";
    return [category, who, where, note].filter(Boolean).join(" · ");
  }

  function participants(memberIds: readonly string[]): string {
    const names = memberIds.flatMap((id) => people.byMember.get(id)?.name ?? []).map(shortName);
    if (names.length === 0) return t("nobody");
    const shown = names.slice(0, names.length <= 3 ? 3 : 2);
    return t("names", { names: shown.join(t("comma")), rest: names.length - shown.length });
  }

  function warning(problem: TimeWarning): string {
    switch (problem.kind) {
      case "backwards":
        return t("warning.backwards", { time: problem.time });
      case "overlap":
        return t("warning.overlap", { name: problem.name, time: problem.time });
      case "tight":
        return t("warning.tight", { free: problem.free, needed: problem.needed });
      default:
        return problem satisfies never;
    }
  }

  function watching({ person, field }: Watcher): string {
    const name = shortName(person.name);
    if (field === null) return t("watch.looking", { name });
    if (field === "comment") return t("watch.commenting", { name });
    return t("watch.editing", { name, field: isField(field) ? t(`field.${field}`) : t("field.any") });
  }

  return { about, participants, warning, watching };
}
