import { useTranslations } from "#app/_i18n/use-translations.ts";
import { deviceClock } from "#lib/client/base/device-clock.ts";
import { openState } from "#lib/shared/open-state.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import type { MapPlace } from "../../_model/places/seen-place.ts";

interface OpenWords {
  isOpen: boolean;
  /** The text that says whether the place is open, for example "Open now". */
  said: string;
  /** Today's opening hours, for example "10:00–14:00 and 18:00–23:00"; empty if the place is closed all day. */
  hours: string;
}

/**
 * Returns a function that says whether a place is open now, in its own time zone, with today's hours; null if they
 * are unknown.
 */
export function useOpenStateText(): (place: MapPlace) => OpenWords | null {
  const t = useTranslations("map");
  return ({ facts, timezone }) => {
    if (!facts?.hours || timezone === undefined) return null;
    const { date, time } = wallClock(deviceClock.now().getTime(), timezone);
    const state = openState(facts.hours.days, date, time);
    if (!state) return null;
    const spans = state.spans.map(({ opens, closes }) => `${opens}–${closes}`);
    const isAllDay = spans.length === 1 && spans[0] === "00:00–00:00";
    const isOpen = state.isOpen === true;
    return {
      isOpen,
      said: isOpen ? t("place.open") : t(spans.length === 0 ? "place.closedToday" : "place.closed"),
      hours: isAllDay ? t("place.allDay") : spans.join(t("place.and")),
    };
  };
}
