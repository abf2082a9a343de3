"use client";

import { useTranslations } from "next-intl";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { formatCoordinates } from "#lib/shared/coordinates.ts";
import { Money } from "#lib/shared/fields.ts";
import { Place, StopCategory } from "#lib/shared/stops.ts";
import { fieldKey } from "../_plan/field-key.ts";
import { useStopWords } from "../_plan/use-stop-words.ts";

const LONGEST = 60;
/** Names and values of a stop's fields, as one says them in a sentence. */
export function useFieldValue() {
  const t = useTranslations("trip");
  const formats = useFormats();
  const words = useStopWords();

  function name(field: string): string {
    return t(`field.${fieldKey(field)}`);
  }

  function text(field: string, value: unknown): string {
    if (field === "participants" && value === null) return t("everyone");
    if (value === null || value === undefined || value === "") return t("nothing");
    const money = Money.safeParse(value);
    if (money.success) return formats.money(money.data);
    const place = Place.safeParse(value);
    if (place.success) return place.data.address ?? formatCoordinates(place.data);
    const category = StopCategory.safeParse(value);
    if (field === "category" && category.success) return t(`category.${category.data}`);
    if (Array.isArray(value)) return words.participants(value.map(String));
    if (typeof value !== "string") return t("nothing");
    return value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
  }

  return { name, text };
}
