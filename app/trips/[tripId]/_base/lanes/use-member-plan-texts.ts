"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useStopWords } from "../fields/use-stop-words.ts";
import { shortName, type TripPerson, usePeople } from "../people.tsx";

/** Returns functions that make the texts about the plans of single members. */
export function useMemberPlanTexts() {
  const t = useTranslations("trip");
  const formats = useFormats();
  const { me } = usePeople();
  const words = useStopWords();

  /** Returns the name of one member's plan, "My day" or "Jonas’s day". */
  function lane(person: TripPerson): string {
    return person === me ? t("lane.mine") : t("lane.of", { name: shortName(person.name) });
  }

  /** Says what other members do, for example "Jonas and Mika: 2 stops, 1 booking". */
  function others(memberIds: readonly string[], stops: number, bookings: number): string {
    const what = [
      stops > 0 ? t("stops", { count: stops }) : "",
      bookings > 0 ? t("lane.bookings", { count: bookings }) : "",
    ];
    return t("lane.others", {
      who: words.participants(memberIds),
      what: formats.list(what.filter(Boolean)),
    });
  }

  return { lane, others };
}
