"use client";

import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useUnits } from "#app/_shell/units.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { TransitConnection, TransitPart } from "#lib/shared/day-legs.ts";
import { localClock } from "#lib/shared/reservation-times.ts";
import type { LocalTime } from "#lib/shared/reservations.ts";
import { formatDistance, splitMinutes } from "../_model/measures.ts";
import { transitIcons } from "./transit-icons.ts";
import { useLineName } from "../_base/legs/use-line-name.ts";

type ConnectionPartsProps = { connection: TransitConnection; from: string; to: string };

/**
 * Lists the parts of a transit connection between two stops; walks are dotted and rides solid, as in the plan and on
 * the map.
 */
export function ConnectionParts({ connection, from, to }: ConnectionPartsProps) {
  const { parts, departsAt, arrivesAt } = connection;
  const [first, last] = [parts[0], parts.at(-1)];
  return (
    <ol>
      {first?.mode === "walk" ? (
        <li>
          <Spot at={departsAt} name={first.from ?? from} />
        </li>
      ) : null}
      {parts.map((part) => (
        <li key={`${part.departsAt.local} ${part.arrivesAt.local} ${part.mode}`}>
          {part.mode === "walk" ? <Walk part={part} /> : <Ride part={part} from={from} to={to} />}
        </li>
      ))}
      {last?.mode === "walk" ? (
        <li>
          <Spot at={arrivesAt} name={last.to ?? to} />
        </li>
      ) : null}
    </ol>
  );
}

const columns = "grid grid-cols-[44px_16px_minmax(0,1fr)] gap-x-2.5";

function Spot({ at, name }: { at: LocalTime; name: string }) {
  return (
    <p className={cx(columns, "items-baseline text-sm phone:text-md")}>
      <span className="text-text-2 tabular-nums">{localClock(at)}</span>
      <span
        aria-hidden
        className="size-2.5 self-center justify-self-center rounded-full border-2 border-text-3 bg-raised"
      />
      <span className="min-w-0 font-medium wrap-break-word">{name}</span>
    </p>
  );
}

function Along({ isWalk = false, children }: { isWalk?: boolean; children: ReactNode }) {
  return (
    <div className={cx(columns, "text-sm text-text-2")}>
      <span
        aria-hidden
        className={cx(
          "col-start-2 w-0.5 justify-self-center",
          isWalk
            ? "bg-[repeating-linear-gradient(var(--color-line-strong)_0_3px,transparent_3px_6px)]"
            : "bg-text-3",
        )}
      />
      <div className="min-w-0 py-2">{children}</div>
    </div>
  );
}

function Walk({ part: { minutes, meters } }: { part: TransitPart }) {
  const t = useTranslations("trip");
  const [units] = useUnits();
  const locale = useLocale();
  const time = t("duration", splitMinutes(minutes));
  const distance = meters === undefined ? "" : formatDistance(meters, locale, units);
  return (
    <Along isWalk>
      <p className="flex items-center gap-1.5">
        <Icon of={transitIcons.walk} size={14} />
        {[t("rides.walk", { time }), distance].filter(Boolean).join(" · ")}
      </p>
    </Along>
  );
}

function Ride({ part, from, to }: { part: TransitPart; from: string; to: string }) {
  const t = useTranslations("trip");
  const lineOf = useLineName();
  const { mode, minutes, headsign, agency, departsAt, arrivesAt } = part;
  const facts = [t("duration", splitMinutes(minutes)), agency ?? ""].filter(Boolean);
  return (
    <>
      <Spot at={departsAt} name={part.from ?? from} />
      <Along>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="inline-flex items-center gap-1 rounded-xs bg-press px-1.5 py-0.5 font-semibold text-text">
            <Icon of={transitIcons[mode]} size={14} />
            {lineOf(part)}
          </span>
          {headsign ? <span className="min-w-0">{t("rides.towards", { headsign })}</span> : null}
        </p>
        <p className="mt-1 text-xs text-text-3">{facts.join(" · ")}</p>
      </Along>
      <Spot at={arrivesAt} name={part.to ?? to} />
    </>
  );
}
