import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useState } from "react";
import { type Locale, intlLocales } from "#app/_i18n/locales.ts";
import { type Scale, scaleOf } from "./scale.ts";

/** A bar as long as the distance written above it: without streets, it is what says how near things are. */
export function MapScale({ map, locale, label }: { map: MapLibreMap; locale: Locale; label: string }) {
  const [scale, setScale] = useState<Scale | null>(null);
  useEffect(() => {
    const measure = () => setScale(scaleOf(map.getZoom(), map.getCenter().lat));
    measure();
    map.on("move", measure);
    return () => void map.off("move", measure);
  }, [map]);
  if (!scale) return null;
  return (
    <span
      role="img"
      aria-label={`${label}: ${distance(scale.meters, locale)}`}
      className="flex flex-col items-center"
    >
      <span>{distance(scale.meters, locale)}</span>
      <span className="h-1 border border-t-0 border-current" style={{ width: Math.round(scale.pixels) }} />
    </span>
  );
}

function distance(meters: number, locale: Locale): string {
  const [value, unit] = meters < 1000 ? [meters, "meter"] : [meters / 1000, "kilometer"];
  return new Intl.NumberFormat(intlLocales[locale], { style: "unit", unit }).format(value);
}
