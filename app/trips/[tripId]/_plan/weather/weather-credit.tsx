import { cx } from "#app/_ui/cx.ts";
import { textLinkClass } from "#app/_ui/text-link.tsx";
import { useWeather } from "./use-weather.ts";

/** Names the source of the weather, as its licence requires. */
export function WeatherCredit({ className }: { className?: string }) {
  const credit = useWeather()?.attribution;
  if (!credit) return null;
  return (
    <p className={cx("text-xs", className)}>
      <a href={credit.href} target="_blank" rel="noopener noreferrer" className={textLinkClass}>
        {credit.text}
      </a>
    </p>
  );
}

/** The credit at the end of the plan. */
export default function PlanWeatherCredit() {
  return <WeatherCredit className="px-3 pt-2" />;
}
