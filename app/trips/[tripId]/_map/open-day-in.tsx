"use client";

import { Navigation } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuLabel, MenuLink } from "#app/_ui/menu.tsx";
import { estimateLeg, type LegMode, type Point } from "#lib/shared/legs.ts";
import { ROUTE_APPS, routeLinks } from "#lib/shared/map-apps.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import type { MapDay, MapPoint } from "../_base/places/map-model.ts";

type OpenDayInProps = {
  day: MapDay;
  /** The element in which the menu is rendered. */
  into: Element;
};

/** A menu that opens a day as a route in a navigation app. */
export function OpenInNavigationAppMenu({ day, into }: OpenDayInProps) {
  const t = useTranslations("map");
  const label = t("openIn.day", { day: day.label });
  const { points } = day;
  if (points.length < 2) return null;
  const mode = longestMode(points);
  return (
    <Menu trigger={<IconButton label={label} icon={Navigation} />} align="start" into={into}>
      <MenuLabel>{label}</MenuLabel>
      {ROUTE_APPS.flatMap((app) =>
        routeLinks(app, points, mode).map((href, index, { length }) => (
          <MenuLink key={href} href={href}>
            {length === 1
              ? t(`openIn.${app}`)
              : t("openIn.part", { app: t(`openIn.${app}`), part: index + 1, parts: length })}
          </MenuLink>
        )),
      )}
    </Menu>
  );
}

/** Navigation apps use one travel mode for the whole route: the one with the most metres. */
function longestMode(points: readonly MapPoint[]): TravelMode {
  const meters = new Map<TravelMode, number>();
  for (const [index, to] of points.entries()) {
    const from: Point | undefined = points[index - 1];
    const way = from && (to.way ?? estimateLeg(from, to));
    if (way) meters.set(MEANS[way.mode], (meters.get(MEANS[way.mode]) ?? 0) + way.meters);
  }
  return [...meters].reduce((most, each) => (each[1] > most[1] ? each : most), ["walk", 0] as [
    TravelMode,
    number,
  ])[0];
}

const MEANS: Record<LegMode, TravelMode> = {
  walk: "walk",
  cycle: "cycle",
  drive: "drive",
  transit: "transit",
  ride: "transit",
  far: "drive",
};
