"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useWatchers } from "../_base/use-watchers.ts";
import { useOfferedServices } from "../_base/offered-services.tsx";
import { openRowOf, useView, useViewState } from "../_base/view.tsx";
import { DaySection } from "./day-section.tsx";
import { bookingsOf } from "../_model/plan/day-bookings.ts";
import { useShownPlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { useActiveDay } from "./use-active-day.ts";

const WeatherCredit = lazyComponent(() => import("./weather/weather-credit.tsx"));

/** The scrollable list of the trip's days. */
export function Plan({ scroller }: { scroller: RefObject<HTMLDivElement | null> }) {
  const t = useTranslations("trip");
  const { days, byDay, bookings, others } = useShownPlan();
  const tripZone = useTrip((trip) => trip.timezone);
  const { weather: isWeatherOffered } = useOfferedServices();
  const watchers = useWatchers();
  useActiveDay(scroller, days.length);
  useFollowSelection();
  useStartAtToday(scroller);
  return (
    <div
      ref={scroller}
      data-clip
      className="relative -ml-1 h-full overflow-y-auto overscroll-contain pr-3 pb-6 pl-1 [--ground:var(--color-paper)] phone:ml-0 phone:px-1 phone:pb-4"
    >
      <div>
        <p id="move-help" hidden>
          {t("drag.help")}
        </p>
        {days.map((day, index) => (
          <DaySection
            key={day.id}
            day={day}
            index={index}
            stops={stopsOf(byDay, day.id)}
            bookings={bookingsOf(bookings, day.id)}
            others={others?.get(day.id) ?? null}
            tripZone={tripZone}
            watchers={watchers}
          />
        ))}
        {isWeatherOffered ? <WeatherCredit /> : null}
      </div>
    </div>
  );
}

/** Scrolls the plan to today when it is opened during the trip. */
function useStartAtToday(scroller: RefObject<HTMLElement | null>) {
  const view = useView();
  useLayoutEffect(() => {
    const { activeDayId } = view.get();
    const day = scroller.current?.querySelector(`[data-day="${activeDayId ?? ""}"]`);
    if (!day?.previousElementSibling?.matches("[data-day]") || openRowOf(view.get()) !== null) return;
    day.scrollIntoView();
    // The plan scrolls to the day once more, because the days above it are laid out only now, and their heights may
    // differ from the estimates.
    requestAnimationFrame(() => requestAnimationFrame(() => day.scrollIntoView()));
  }, [scroller, view]);
}

/**
 * Scrolls to a row that was selected elsewhere, for example on the map. For a reservation with several rows it is the
 * one in view, else the first.
 */
function useFollowSelection() {
  const view = useView();
  const id = useViewState(({ stopId, reservationId }) => stopId ?? reservationId);
  useEffect(() => {
    if (!id) return;
    const name = CSS.escape(id);
    const rows = [...document.querySelectorAll(`[data-stop="${name}"], [data-booking="${name}"]`)];
    const row = rows.find(isInView) ?? rows[0];
    const dayId = row?.closest<HTMLElement>("[data-day]")?.dataset.day;
    if (dayId) view.set({ activeDayId: dayId });
    row?.scrollIntoView({ block: "nearest" });
  }, [id, view]);
}

function isInView(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
