"use client";

import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useUnits } from "#app/_shell/units.tsx";
import { useFormats } from "#app/_i18n/use-formats.ts";
import type { TransitPart, TransitWay } from "#lib/shared/day-legs.ts";
import { EXACT_UP_TO_MINUTES, type Leg } from "#lib/shared/legs.ts";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import { formatDistance, splitMinutes } from "../../_model/measures.ts";
import { useLineName } from "../../_base/legs/use-line-name.ts";

const LONGEST_LINE = 16;

/** Whether a duration is exact: given by a routing service, or a walk so short that an estimate is close. */
export function isDurationExact({
  mode,
  minutes,
  isRouted,
}: Pick<Leg, "mode" | "minutes" | "isRouted">): boolean {
  return isRouted === true || (mode === "walk" && minutes !== null && minutes < EXACT_UP_TO_MINUTES);
}

/**
 * Returns a function that describes a transit connection, "Tram 15E · 14:28–14:54 · 1 change", or with its duration
 * only if the plan has no times.
 */
function useRideWords(): (way: TransitWay) => string {
  const t = useTranslations("trip");
  const formats = useFormats();
  const lineOf = useLineName();
  return ({ departsAt, arrivesAt, minutes, transfers, parts, plannedFor }) => {
    const ride = parts.find(({ mode }) => mode !== "walk");
    const line = ride ? lineOf(shortLine(ride)) : t("travel.transit");
    if (plannedFor.by === "assumed") {
      return t("legRideAny", { line, time: t("duration", splitMinutes(minutes)), transfers });
    }
    const date = localDate(departsAt);
    const isOtherDay = date !== wallClock(Date.parse(plannedFor.at), departsAt.zone).date;
    const from = localClock(departsAt) ?? "";
    const start = isOtherDay ? `${formats.weekday(date)} ${from}` : from;
    return t("legRideAt", { line, from: start, to: localClock(arrivesAt) ?? "", transfers });
  };
}

/** Leaves out a long name of a line, because the times would not fit into the row. */
function shortLine({ mode, line }: TransitPart): Pick<TransitPart, "mode" | "line"> {
  return line === undefined || line.length > LONGEST_LINE ? { mode } : { mode, line };
}

/**
 * Returns a function that describes a leg: "11 min, 850 m" for a walk or a route, "about 25 min, 6.2 km" for an
 * estimate.
 */
export function useLegWords(): (leg: Leg) => string {
  const t = useTranslations("trip");
  const [units] = useUnits();
  const locale = useLocale();
  const ridden = useRideWords();
  return ({ mode, meters, minutes, isRouted, transit }) => {
    if (transit) return ridden(transit);
    const distance = formatDistance(meters, locale, units);
    if (minutes === null) return t("legFar", { distance });
    const time = t("duration", splitMinutes(minutes));
    if (mode === "walk") {
      return t(isDurationExact({ mode, minutes, isRouted }) ? "legWalk" : "legWalkAbout", { time, distance });
    }
    return isRouted ? t("legRouted", { time, distance }) : t("legRide", { time, distance });
  };
}
