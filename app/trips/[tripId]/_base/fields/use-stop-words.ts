"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { shortName, usePeople, type Watcher } from "../people.tsx";
import { fieldKey, type STOP_FIELDS } from "../../_model/field-key.ts";
import type { TimeWarning } from "../../_model/plan/plan-model.ts";

export type Field = (typeof STOP_FIELDS)[number];

/** Returns functions that make the texts of a stop's row. */
export function useStopWords() {
  const t = useTranslations("trip");
  const formats = useFormats();
  const people = usePeople();

  /** Returns the category and the address, for example "Sight · 1-294 Kiyomizu". */
  function about(stop: StopDto): string {
    const category = stop.category === "other" ? "" : t(`category.${stop.category}`);
    const where = stop.place?.address ?? "";
    const note = where === "" ? (stop.notes?.split("\n", 1)[0] ?? "") : "";
    return [category, where, note].filter(Boolean).join(" · ");
  }

  function participants(memberIds: readonly string[]): string {
    const names = memberIds.flatMap((id) => people.byMember.get(id)?.name ?? []).map(shortName);
    if (names.length === 0) return t("nobody");
    if (names.length <= 3) return formats.list(names);
    return formats.list([...names.slice(0, 2), t("morePeople", { count: names.length - 2 })]);
  }

  function warning(problem: TimeWarning): string {
    switch (problem.kind) {
      case "backwards":
        return t("warning.backwards", { time: problem.time });
      case "overlap":
        return t("warning.overlap", { name: problem.name, time: problem.time });
      case "tight":
        return t("warning.tight", { free: problem.free, needed: problem.needed });
      case "closed":
        return t("warning.closed", { when: problem.allDay ? "day" : "time" });
      default:
        return problem satisfies never;
    }
  }

  function watching({ person, field }: Watcher): string {
    const name = shortName(person.name);
    if (field === null) return t("watch.looking", { name });
    if (field === "comment") return t("watch.commenting", { name });
    return t("watch.editing", { name, field: t(`field.${fieldKey(field)}`) });
  }

  return { about, participants, warning, watching };
}
