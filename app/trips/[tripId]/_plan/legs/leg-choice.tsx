"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { MenuChoice, MenuLabel } from "#app/_ui/menu.tsx";
import type { Leg } from "#lib/shared/legs.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { TRAVEL_MODES } from "#lib/shared/travel-modes.ts";
import { splitMinutes } from "../../_model/measures.ts";
import { useWrites } from "../../_base/writes.tsx";
import { isDurationExact } from "./use-leg-words.ts";
import { useLegOf } from "../../_base/legs/leg-context.ts";
import { useRouting } from "../../_base/legs/legs-provider.tsx";

/** The menu of travel modes to a stop, each with its duration. A viewer's choice becomes a suggestion. */
export function LegChoice({ leg: now, from, to }: { leg: Leg; from: StopDto; to: StopDto }) {
  const t = useTranslations("trip");
  const writes = useWrites();
  const wayOf = useLegOf();
  const { attribution, timetableCredit } = useRouting();
  const credit = now.transit ? timetableCredit?.text : attribution;
  const [start, end] = [from.place, to.place];
  if (!start || !end) return null;

  function timeOf(mode: StopDto["travelMode"]): string {
    const leg = mode === to.travelMode ? now : start && end ? wayOf(start, end, mode) : null;
    if (!leg || leg.minutes === null) return "";
    const time = t("duration", splitMinutes(leg.minutes));
    return isDurationExact(leg) ? time : t("about", { time });
  }
  const options = ([null, ...TRAVEL_MODES] as const).map((mode) => ({
    value: mode ?? ("auto" as const),
    label: t(`travel.${mode ?? "auto"}`),
    aside: timeOf(mode),
  }));
  return (
    <>
      <MenuChoice
        label={t("travelTo", { name: to.name })}
        value={to.travelMode ?? "auto"}
        options={options}
        closes
        onChange={(value) => {
          const travelMode = value === "auto" ? null : value;
          // A refusal is reported separately.
          if (travelMode !== to.travelMode) writes.updateStop(to.id, { travelMode }).catch(() => {});
        }}
      />
      {now.isRouted !== true ? (
        <MenuLabel>{t("legEstimated")}</MenuLabel>
      ) : credit ? (
        <MenuLabel>{credit}</MenuLabel>
      ) : null}
    </>
  );
}
