"use client";

import {
  ArrowRight,
  CalendarClock,
  Check,
  Lightbulb,
  Plus,
  RotateCcw,
  Ticket,
  TriangleAlert,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReactNode } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import type { DatesPreview } from "#lib/shared/days.ts";
import type { DatesChoice } from "./use-dates-preview.ts";

const SHOWN = 4;

type DatesEffectProps = {
  choice: DatesChoice;
  preview: DatesPreview | null;
  isPending: boolean;
  isError: boolean;
};

/** Shows beforehand what the change of dates moves. */
export function DatesChangePreview({ choice, preview, isPending, isError }: DatesEffectProps) {
  const t = useTranslations("trip-dates");
  return (
    <div aria-live="polite" aria-busy={isPending} className="mt-4 min-h-24">
      {isError ? <Effect icon={TriangleAlert}>{t("previewFailed")}</Effect> : null}
      {!isError && !preview && isPending ? <Spinner /> : null}
      {preview && !isError ? <Effects preview={preview} choice={choice} /> : null}
    </div>
  );
}

function Effects({ preview, choice }: { preview: DatesPreview; choice: DatesChoice }) {
  const t = useTranslations("trip-dates");
  const formats = useFormats();
  const day = (date: string) => formats.day(date, { weekday: true });
  const short = (date: string) => formats.day(date, { weekday: true, year: false });
  const { addedDates, revivedDays, shiftedDays, retiredDays, stopsToIdeas } = preview;
  const { shiftedReservations } = preview;
  // A reservation that moves and is still outside of the dates is listed once, among those that move.
  const moving = new Set(shiftedReservations.map(({ id }) => id));
  const outside = new Set(preview.keptReservations.flatMap(({ id, isOutside }) => (isOutside ? id : [])));
  const keptReservations = preview.keptReservations.filter(({ id }) => !moving.has(id));
  const [first, last] = [shiftedDays[0], shiftedDays.at(-1)];
  const ends = (dates: string[]) => {
    const [from = "", to = from] = [dates[0], dates.at(-1)];
    return formats.range(from, to);
  };
  return (
    <ul className="space-y-2">
      {first && last ? (
        <Effect icon={ArrowRight}>
          {shiftedDays.length === 1
            ? t("shiftedOne", { from: day(first.from), to: day(first.to) })
            : t("shifted", {
                count: shiftedDays.length,
                from: formats.range(first.from, last.from),
                to: formats.range(first.to, last.to),
              })}
        </Effect>
      ) : null}
      {addedDates.length > 0 ? (
        <Effect icon={Plus}>{t("added", { count: addedDates.length, range: ends(addedDates) })}</Effect>
      ) : null}
      {revivedDays.length > 0 ? (
        <Effect icon={RotateCcw}>
          {t("revived", { count: revivedDays.length, range: ends(revivedDays.map(({ date }) => date)) })}
        </Effect>
      ) : null}
      {retiredDays.length > 0 && stopsToIdeas.length === 0 ? (
        <Effect icon={Check}>
          {t("retired", { count: retiredDays.length, range: ends(retiredDays.map(({ date }) => date)) })}
        </Effect>
      ) : null}
      {stopsToIdeas.length > 0 ? (
        <Effect icon={Lightbulb}>
          {t("toIdeas", { count: stopsToIdeas.length })}
          <Things
            lines={stopsToIdeas.map(({ id, name, date }) => ({ id, text: `${name} · ${day(date)}` }))}
          />
        </Effect>
      ) : null}
      {shiftedReservations.length > 0 ? (
        <Effect icon={Ticket}>
          {t("bookingsMove", { count: shiftedReservations.length })}
          <Things
            lines={shiftedReservations.map(({ id, title, from, to }) => ({
              id,
              text: t(outside.has(id) ? "bookingMovesOutside" : "bookingMoves", {
                title,
                from: short(from),
                to: short(to),
              }),
            }))}
          />
        </Effect>
      ) : null}
      {keptReservations.length > 0 ? (
        <Effect icon={CalendarClock}>
          {t("bookingsStay", { count: keptReservations.length })}
          <Things
            lines={keptReservations.map(({ id, title, date, isOutside }) => ({
              id,
              text: t(isOutside ? "bookingOutside" : "bookingStays", { title, date: short(date) }),
            }))}
          />
        </Effect>
      ) : null}
      {choice.startDate === null ? null : <li className="sr-only">{t("nothingLost")}</li>}
    </ul>
  );
}

/** Lists the first few rows by name. */
function Things({ lines }: { lines: ReadonlyArray<{ id: string; text: string }> }) {
  const t = useTranslations("trip-dates");
  return (
    <ul className="mt-1 text-sm text-text-3">
      {lines.slice(0, SHOWN).map(({ id, text }) => (
        <li key={id} className="text-pretty">
          {text}
        </li>
      ))}
      {lines.length > SHOWN ? <li>{t("andMore", { count: lines.length - SHOWN })}</li> : null}
    </ul>
  );
}

function Effect({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex list-none gap-2.5 text-text-2">
      <Icon of={icon} className="mt-0.5 text-text-3" />
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}
