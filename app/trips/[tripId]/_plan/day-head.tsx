"use client";

import { Plus, Waypoints } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useUnits } from "#app/_shell/units.tsx";
import { intlLocales } from "#app/_i18n/locales.ts";
import { cx } from "#app/_ui/cx.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import type { DayDto } from "#lib/shared/days.ts";
import { MIN_STOPS_TO_ORDER, routeMeters, timedWaypoints, waypoints } from "#lib/shared/legs.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { InlineText } from "../_base/text/inline-text.tsx";
import { useMay } from "../_base/may.tsx";
import { useView, useViewState } from "../_base/view.tsx";
import { useWrites } from "../_base/writes.tsx";
import { useLegOf } from "../_base/legs/leg-context.ts";
import { useOfferedServices } from "../_base/offered-services.tsx";
import { formatDistance } from "../_model/measures.ts";
import { wallInstant } from "#lib/shared/wall-clock.ts";
import { isSameWallTime, zoneName } from "../_model/wall-time.ts";

const DayWeather = lazyComponent(() => import("./weather/day-weather.tsx"));

type DayHeadProps = { day: DayDto; stops: readonly StopDto[]; tripZone: string };

/** The heading of a day: date, title and totals. It stays at the top while its stops are scrolled. */
export function DayHead({ day, stops, tripZone }: DayHeadProps) {
  const t = useTranslations("trip");
  const formats = useFormats();
  const view = useView();
  const writes = useWrites();
  const { change } = useMay();
  const { weather: isWeatherOffered } = useOfferedServices();
  const active = useViewState(({ activeDayId }) => activeDayId === day.id);
  const label = formats.day(day.date, { weekday: true });
  const openDay = () => view.set({ dialog: { dayId: day.id } });
  return (
    <header className="sticky top-0 z-(--z-sticky) flex h-11 items-center gap-2.5 bg-paper pt-1 pr-2 pl-3 phone:h-12 phone:pr-0">
      <h2 id={`day-${day.id}-head`} className="shrink-0 text-lg font-semibold whitespace-nowrap">
        {change ? (
          <button
            type="button"
            title={t("dayNotes")}
            aria-label={`${label}, ${t("dayNotes")}`}
            onClick={openDay}
            className="-mx-1.5 rounded-xs px-1.5 hover:bg-press touch:min-h-11"
          >
            {label}
          </button>
        ) : (
          label
        )}
      </h2>
      <div className="flex min-w-0 flex-1 items-center text-text-2">
        <InlineText
          of={day.id}
          value={day.title ?? ""}
          label={t("dayTitleLabel", { day: label })}
          placeholder={t("dayTitleHint")}
          maxLength={120}
          readOnly={!change}
          onSave={(text, baseSeq) =>
            void writes.updateDay(day.id, { title: text || null }, { baseSeq }).catch(() => {})
          }
          className={cx(
            change && "touch:min-h-11",
            !day.title && !active && "opacity-0 group-hover/day:opacity-100 focus-visible:opacity-100",
          )}
        />
      </div>
      {isWeatherOffered ? <DayWeather day={day} /> : null}
      <DayFacts day={day} stops={stops} tripZone={tripZone} />
      {change && waypoints(stops).length >= MIN_STOPS_TO_ORDER ? (
        <IconButton
          label={t("order.open", { day: label })}
          icon={Waypoints}
          size="sm"
          className={cx(
            // The margins move the button closer to the button after it, but not so far that the two overlap.
            "-mr-1 -ml-1.5 phone:hidden",
            !active && "md:opacity-0 md:group-focus-within/day:opacity-100 md:group-hover/day:opacity-100",
          )}
          onClick={() => view.set({ dialog: { orderOf: day.id } })}
        />
      ) : null}
      {change ? (
        <IconButton
          label={t("addTo", { day: label })}
          icon={Plus}
          size="sm"
          className={cx(
            "-mr-1 -ml-1.5",
            !active && "md:opacity-0 md:group-focus-within/day:opacity-100 md:group-hover/day:opacity-100",
          )}
          onClick={() => view.set({ addTo: day.id })}
        />
      ) : null}
    </header>
  );
}

/**
 * The totals of a day, for example "5 stops · 3.2 km", and its time zone if that is neither the trip's nor the
 * reader's.
 */
function DayFacts({ day, stops, tripZone }: DayHeadProps) {
  const t = useTranslations("trip");
  const { locale, zone: mine } = useFormats();
  const [units] = useUnits();
  const zone = day.timezone ?? tripZone;
  const meters = routeMeters(timedWaypoints(stops, { date: day.date, zone }), useLegOf());
  const facts = [
    stops.length > 0 ? t("stops", { count: stops.length }) : "",
    meters > 0 ? formatDistance(meters, locale, units) : "",
  ].filter(Boolean);
  const noon = { date: day.date, time: "12:00" };
  const foreign = zone !== tripZone && !isSameWallTime(zone, mine, wallInstant(noon, zone));
  return (
    <p className="flex shrink-0 gap-1 text-xs whitespace-nowrap text-text-3">
      {facts.length > 0 ? <span className="max-lg:hidden">{facts.join(" · ")}</span> : null}
      {foreign && facts.length > 0 ? <span className="max-lg:hidden">·</span> : null}
      {foreign ? <span suppressHydrationWarning>{zoneName(zone, intlLocales[locale])}</span> : null}
    </p>
  );
}
