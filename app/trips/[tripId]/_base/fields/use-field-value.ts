"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { formatCoordinates } from "#lib/shared/coordinates.ts";
import type { MoneyValue } from "#lib/shared/money.ts";
import { RESERVATION_KINDS } from "#lib/shared/reservation-kinds.ts";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, NamedPlace } from "#lib/shared/reservations.ts";
import { STOP_CATEGORIES } from "#lib/shared/stop-categories.ts";
import type { Place } from "#lib/shared/stops.ts";
import { TRAVEL_MODES } from "#lib/shared/travel-modes.ts";
import { useHoursText } from "./use-hours-text.ts";
import { isDecisionField, useDecisionValue } from "./use-decision-value.ts";
import { useMoneyFormat } from "../money/use-money-format.ts";
import { useMoneyValue } from "../money/use-money-value.ts";
import { fieldKey } from "../../_model/field-key.ts";
import { useBookingWords } from "./use-booking-words.ts";
import { useStopWords } from "./use-stop-words.ts";

const LONGEST = 60;
/** Returns functions that format the names and values of a row's fields for a sentence. */
export function useFieldFormats() {
  const t = useTranslations("trip");
  const formats = useFormats();
  const format = useMoneyFormat();
  const tBookings = useTranslations("trip-bookings");
  const words = useStopWords();
  const bookingWords = useBookingWords();
  const stops = useTrip((trip) => trip.stops);
  const decisions = useDecisionValue();
  const hours = useHoursText();
  const moneyValue = useMoneyValue();

  function name(field: string): string {
    return t(`field.${fieldKey(field)}`);
  }

  function text(field: string, value: unknown): string {
    if (field === "participants" && value === null) return t("everyone");
    if (field === "travelMode") return t(`travel.${TRAVEL_MODES.find((mode) => mode === value) ?? "auto"}`);
    if (value === null || value === undefined || value === "") return t("nothing");
    const category = STOP_CATEGORIES.find((known) => known === value);
    if (field === "category" && category) return t(`category.${category}`);
    const money = moneyValue(field, value);
    if (money !== null) return money;
    if (field === "hours") return hours(value);
    if (isDecisionField(field)) return decisions.text(field, value);
    if (isMoney(value)) return format.money(value);
    if (isLocalTime(value)) return moment(value);
    if (isNamedPlace(value)) return bookingWords.place(value);
    if (isPlace(value)) return value.address ?? formatCoordinates(value);
    const kind = RESERVATION_KINDS.find((known) => known === value);
    if (field === "kind" && kind) return tBookings(`kind.${kind}`);
    if (field === "stopId") return stops.find(({ id }) => id === value)?.name ?? t("nothing");
    if (Array.isArray(value)) return words.participants(value.map(String));
    if (typeof value !== "string") return t("nothing");
    if (field === "assigneeId") return words.participants([value]);
    if (field === "dueDate") return formats.day(value, { weekday: true });
    return value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
  }

  /** Formats a local time, for example "Sat 14 Nov 17:35". */
  function moment(value: LocalTime): string {
    const date = formats.day(localDate(value), { weekday: true, year: false });
    return [date, localClock(value)].filter(Boolean).join(" ");
  }

  return { name, text };
}

/* Values come from the service or from this page's own fields, so a check that distinguishes their kinds is
   enough. */

function isMoney(value: unknown): value is MoneyValue {
  return typeof value === "object" && value !== null && "amount" in value && "currency" in value;
}

function isPlace(value: unknown): value is Place {
  return typeof value === "object" && value !== null && "lat" in value && "lng" in value;
}

function isLocalTime(value: unknown): value is LocalTime {
  return typeof value === "object" && value !== null && "local" in value && "zone" in value;
}

/** Whether the value is the place of a reservation; a stop's place has no name of its own. */
function isNamedPlace(value: unknown): value is NamedPlace {
  return typeof value === "object" && value !== null && "name" in value;
}
