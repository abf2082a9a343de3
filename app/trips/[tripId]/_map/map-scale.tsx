import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useState } from "react";
import { type Locale, intlLocales } from "#app/_i18n/locales.ts";
import type { Units } from "#app/_shell/units.ts";
import { useUnits } from "#app/_shell/units.tsx";
import { type Scale, scaleOf } from "./scale.ts";

/** A scale bar with its distance above it; without streets it is what tells the reader how near things are. */
export function MapScale({ map, locale, label }: { map: MapLibreMap; locale: Locale; label: string }) {
  const [units] = useUnits();
  const [scale, setScale] = useState<Scale | null>(null);
  useEffect(() => {
    const measure = () => setScale(fittingScale(map, units));
    measure();
    map.on("move", measure);
    return () => void map.off("move", measure);
  }, [map, units]);
  if (!scale) return null;
  return (
    <span
      role="img"
      aria-label={`${label}: ${distance(scale.meters, locale, units)}`}
      className="flex flex-col items-center"
    >
      <span>{distance(scale.meters, locale, units)}</span>
      <span className="h-1 border border-t-0 border-current" style={{ width: Math.round(scale.pixels) }} />
    </span>
  );
}

const FOOT = 0.3048;
const MILE = 1609.344;

function fittingScale(map: MapLibreMap, units: Units): Scale {
  const at = [map.getZoom(), map.getCenter().lat] as const;
  if (units === "metric") return scaleOf(...at);
  const miles = scaleOf(...at, MILE);
  return miles.meters < MILE ? scaleOf(...at, FOOT) : miles;
}

function distance(meters: number, locale: Locale, units: Units): string {
  const metric = meters < 1000 ? ([meters, "meter"] as const) : ([meters / 1000, "kilometer"] as const);
  const imperial = meters < MILE ? ([meters / FOOT, "foot"] as const) : ([meters / MILE, "mile"] as const);
  const [value, unit] = units === "metric" ? metric : imperial;
  return new Intl.NumberFormat(intlLocales[locale], { style: "unit", unit }).format(Math.round(value));
}
