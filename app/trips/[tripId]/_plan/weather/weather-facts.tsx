import { useLocale } from "next-intl";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useUnits } from "#app/_shell/units.tsx";
import type { DayWeatherDto } from "#lib/shared/weather.ts";
import { formatTemperature } from "./temperature.ts";

/** Shows all that is known of a day's weather. */
export function WeatherFacts({ told }: { told: DayWeatherDto }) {
  const t = useTranslations("trip");
  const locale = useLocale();
  const [units] = useUnits();
  const { kind, sky, high, low, rainChance, sunrise, sunset } = told;
  const isForecast = kind === "forecast";
  const [warm, cool] = [formatTemperature(high, locale, units), formatTemperature(low, locale, units)];
  const percent = new Intl.NumberFormat(intlLocales[locale], { style: "percent" }).format(
    (rainChance ?? 0) / 100,
  );
  return (
    <>
      <p className="font-medium">{isForecast && sky ? t(`weather.sky.${sky}`) : t(`weather.kind.${kind}`)}</p>
      <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact name={t("weather.temperature")}>{`${cool} – ${warm}`}</Fact>
        {rainChance !== null ? (
          <Fact name={t("weather.rain")}>
            {t(isForecast ? "weather.rainChance" : "weather.rainDays", { percent })}
          </Fact>
        ) : null}
        {sunrise && sunset ? (
          <Fact name={t("weather.sun")}>{t("weather.sunTimes", { rise: sunrise, set: sunset })}</Fact>
        ) : null}
      </dl>
      {isForecast ? null : <p className="mt-2 text-xs text-text-3">{t("weather.usualHint")}</p>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="m-0">{children}</dd>
    </>
  );
}
