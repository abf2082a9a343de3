"use client";

import { useLocale } from "next-intl";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useUnits } from "#app/_shell/units.tsx";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { usePopover } from "#app/_ui/use-popover.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { DayWeatherDto } from "#lib/shared/weather.ts";
import { formatTemperature, shortTemperature } from "./temperature.ts";
import { useWeather } from "./use-weather.ts";
import { WeatherCredit } from "./weather-credit.tsx";
import { WeatherFacts } from "./weather-facts.tsx";
import { skyIcons } from "./weather-icons.ts";

/** The weather of a day in its heading; a press shows more. Renders nothing if it is unknown. */
export default function DayWeather({ day }: { day: DayDto }) {
  const weather = useWeather();
  // The weather is shown only if its date is still the day's: the day may have got another date since the weather was
  // loaded.
  const told = weather?.days.find(({ dayId, date }) => dayId === day.id && date === day.date);
  return told ? <WeatherButton told={told} /> : null;
}

function WeatherButton({ told }: { told: DayWeatherDto }) {
  const t = useTranslations("trip");
  const locale = useLocale();
  const formats = useFormats();
  const [units] = useUnits();
  const popover = usePopover({ side: "bottom", align: "end", gap: 4, onOpened: (panel) => panel.focus() });
  const { kind, sky, high, low } = told;
  const label = t("weather.label", {
    kind,
    day: formats.day(told.date),
    sky: sky ? `${t(`weather.sky.${sky}`)}, ` : "",
    high: formatTemperature(high, locale, units),
    low: formatTemperature(low, locale, units),
  });
  const [warm, cool] = [shortTemperature(high, units), shortTemperature(low, units)];
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        {...popover.trigger}
        className="-mx-1 flex shrink-0 items-center gap-1 rounded-xs px-1 text-xs whitespace-nowrap text-text-2 hover:bg-press aria-expanded:bg-press touch:relative touch:after:absolute touch:after:-inset-x-1 touch:after:-inset-y-3.5"
      >
        {sky ? <Icon of={skyIcons[sky]} size={14} /> : null}
        {kind === "usual" ? (
          <span className="text-text-3">{t("weather.usualShort", { range: `${cool}–${warm}` })}</span>
        ) : (
          <>
            {warm}
            <span className="text-text-3 max-lg:hidden">{cool}</span>
          </>
        )}
      </button>
      <div
        {...popover.panel}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        className={cx(floatingClass, "w-64 p-3 text-sm focus-visible:shadow-2")}
      >
        {popover.open ? (
          <>
            <WeatherFacts told={told} />
            <WeatherCredit className="mt-2.5" />
          </>
        ) : null}
      </div>
    </>
  );
}
