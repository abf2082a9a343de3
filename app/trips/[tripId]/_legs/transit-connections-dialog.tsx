"use client";

import { useEffect, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Segmented } from "#app/_ui/segmented.tsx";
import { textLinkClass } from "#app/_ui/text-link.tsx";
import type { TransitConnection, TransitWay } from "#lib/shared/day-legs.ts";
import { localClock } from "#lib/shared/reservation-times.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import { useView } from "../_base/view.tsx";
import { ConnectionFacts } from "./connection-facts.tsx";
import { ConnectionParts } from "./connection-parts.tsx";
import { useTransitConnections } from "./use-transit-connections.ts";
import { useRouting } from "../_base/legs/legs-provider.tsx";

/** Shows up to three departures of the leg to a stop, part by part. */
export default function RidesDialog({ stopId }: { stopId: string }) {
  const t = useTranslations("trip");
  const view = useView();
  const ride = useTransitConnections(stopId);
  const isGone = ride === null;
  const { timetableCredit } = useRouting();
  // The dialog closes when the leg no longer exists, because an open dialog disables the page's shortcuts.
  useEffect(() => {
    if (isGone) view.set({ dialog: null });
  }, [isGone, view]);
  const [picked, setPicked] = useState<string | null>(null);
  if (!ride) return null;
  const { from, to, date, way } = ride;
  const all = [way, ...way.others].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const shown = all.find((each) => keyOf(each) === picked) ?? way;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) view.set({ dialog: null });
      }}
      title={t("rides.title", { from: from.name, to: to.name })}
      description={<PlannedFor way={way} />}
      closeLabel={t("close")}
      width="sm"
    >
      {all.length > 1 ? (
        <Segmented
          label={t("rides.departures")}
          value={keyOf(shown)}
          options={all.map((each) => ({ value: keyOf(each), label: localClock(each.departsAt) ?? "" }))}
          onChange={setPicked}
          className="mb-4 w-full *:flex-1"
        />
      ) : null}
      <ConnectionFacts connection={shown} date={date} />
      <ConnectionParts connection={shown} from={from.name} to={to.name} />
      {timetableCredit ? (
        <p className="mt-4 text-xs text-text-3">
          {t("rides.credit")}{" "}
          <a href={timetableCredit.href} target="_blank" rel="noopener noreferrer" className={textLinkClass}>
            {timetableCredit.text}
          </a>
        </p>
      ) : null}
    </Dialog>
  );
}

/** Two connections with the same departure differ in their arrival, so the key contains both. */
function keyOf({ departsAt, arrivesAt }: TransitConnection): string {
  return `${departsAt.local} ${arrivesAt.local}`;
}

function PlannedFor({ way: { plannedFor, departsAt, arrivesAt } }: { way: TransitWay }) {
  const t = useTranslations("trip");
  const { zone } = plannedFor.by === "arrival" ? arrivesAt : departsAt;
  const { time } = wallClock(Date.parse(plannedFor.at), zone);
  return t(`rides.${plannedFor.by}`, { time });
}
