import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useMemo } from "react";
import type { MapDay, MapLabels, MapPoint } from "../_base/places/map-model.ts";

/** Returns the map's texts in the reader's language. */
export function useMapLabels(): MapLabels {
  const t = useTranslations("map");
  const formats = useFormats();
  return useMemo(() => {
    const marker = ({ number, name, time, kind = "stop" }: MapPoint, day: MapDay | null) => {
      if (!day) return t("idea", { name });
      const what = kind === "stop" && number === null ? "place" : kind;
      return t("marker", {
        what,
        number: number ?? 0,
        name,
        day: day.label,
        hasTime: String(time !== null),
        time: time ?? "",
      });
    };
    return {
      map: t("map"),
      stops: t("stops"),
      cluster: ({ count, day, parts }) =>
        t("cluster", { count, hasDay: String(day !== null), day: day?.label ?? "", parts: String(parts) }),
      days: t("days"),
      controls: t("controls"),
      zoomIn: t("zoomIn"),
      zoomOut: t("zoomOut"),
      fitDay: t("fitDay"),
      fitTrip: t("fitTrip"),
      position: t("position"),
      positionTrouble: (trouble) => t(`positionTrouble.${trouble}`),
      scale: t("scale"),
      licences: t("licences"),
      streetsMissing: t("streetsMissing"),
      unavailable: t("unavailable"),
      unavailableHint: t("unavailableHint"),
      failed: t("failed"),
      retry: t("retry"),
      marker,
      watched: (name, watchers) =>
        t("watched", {
          marker: name,
          names: formats.list(watchers.map((watcher) => watcher.name)),
          count: watchers.length,
        }),
    };
  }, [t, formats]);
}
