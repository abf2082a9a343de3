"use client";

import { CalendarDays, UserRound } from "lucide-react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { PaletteItem } from "#app/_palette/palette-item.ts";
import { storeRecentHit } from "#app/_palette/recent.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { localDate } from "#lib/shared/reservation-times.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { SearchHit } from "#lib/shared/search.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { useMemberPlanTexts } from "../_base/lanes/use-member-plan-texts.ts";
import { useMemberPlan } from "../_base/lanes/use-member-plan.ts";
import { bookingIcons } from "../_base/icons/booking-icon.ts";
import { categoryIcons } from "../_base/icons/category-icon.ts";
import { usePageViewer } from "../_base/page-viewer.tsx";
import { usePeople } from "../_base/people.tsx";
import { useGoToDay } from "../_base/use-go-to-day.ts";
import { useView } from "../_base/view.tsx";

/** Returns the trip's stops, reservations, days and people as entries of the palette. */
export function useTripRowItems(): PaletteItem[] {
  return [...useStopItems(), ...useBookingItems(), ...useDayItems(), ...usePersonItems()];
}

/** Returns an entry of the palette for one row of the trip; the entry is listed only when the user types. */
function thing(item: Omit<PaletteItem, "group" | "isHidden">): PaletteItem {
  return { ...item, group: "here", isHidden: true };
}

function useRemember() {
  const { userId } = usePageViewer();
  const trip = useTrip(({ id, title }) => ({ tripId: id, tripTitle: title }));
  return (hit: Omit<SearchHit, "tripId" | "tripTitle">) => storeRecentHit(userId, { ...hit, ...trip });
}

function useStopItems(): PaletteItem[] {
  const t = useTranslations("trip");
  const formats = useFormats();
  const view = useView();
  const remember = useRemember();
  const { stops, days } = useTrip((trip) => ({ stops: trip.stops, days: trip.days }));
  const dates = new Map(days.map(({ id, date }) => [id, date]));
  return stops.map((stop: StopDto): PaletteItem => {
    const { id, name: title, category, place } = stop;
    const date = dates.get(stop.dayId ?? "") ?? null;
    return thing({
      id,
      icon: categoryIcons[category],
      title,
      detail: date === null ? t("ideas") : formats.day(date, { weekday: true }),
      also: `${place?.address ?? ""} ${t(`category.${category}`)}`,
      run: () => {
        remember({ kind: "stop", id, title, detail: date });
        view.openStop(id);
        view.focusDetails();
      },
    });
  });
}

function useBookingItems(): PaletteItem[] {
  const t = useTranslations("trip-bookings");
  const formats = useFormats();
  const view = useView();
  const remember = useRemember();
  const bookings = useTrip((trip) => trip.reservations);
  return bookings.map((booking: ReservationDto): PaletteItem => {
    const { id, title, kind, start, from, to, confirmation, provider } = booking;
    const date = start && localDate(start);
    return thing({
      id,
      icon: bookingIcons[kind],
      title,
      detail: date === null ? t(`kind.${kind}`) : formats.day(date, { weekday: true }),
      also: [t(`kind.${kind}`), confirmation, provider, from?.name, to?.name].filter(Boolean).join(" "),
      run: () => {
        remember({ kind: "reservation", id, title, detail: date });
        view.openReservation(id);
        view.focusDetails();
      },
    });
  });
}

function useDayItems(): PaletteItem[] {
  const t = useTranslations("palette");
  const formats = useFormats();
  const view = useView();
  const goToDay = useGoToDay();
  const days = useTrip((trip) => trip.days);
  return days.map(({ id, date, title }, index): PaletteItem => {
    const name = formats.day(date, { weekday: true });
    return thing({
      id,
      icon: CalendarDays,
      title: title ? `${name} · ${title}` : name,
      detail: t("dayOf", { day: index + 1 }),
      run: () => {
        view.show("plan");
        requestAnimationFrame(() => goToDay(id));
      },
    });
  });
}

function usePersonItems(): PaletteItem[] {
  const words = useMemberPlanTexts();
  const { present, me } = usePeople();
  const lane = useMemberPlan();
  const others = present.filter((person) => person !== me);
  return others.map((person) =>
    thing({
      id: person.id,
      icon: UserRound,
      title: person.name,
      detail: words.lane(person),
      run: () => lane.show(person.id),
    }),
  );
}
