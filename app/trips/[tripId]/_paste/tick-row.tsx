"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useTripPlaces } from "#app/_places/trip-places.tsx";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import { foldText } from "#lib/shared/fold.ts";
import type { PastedPart } from "#lib/shared/pasted-text.ts";
import type { Row } from "./rows.ts";

type TickRowProps = { row: Row; checked: boolean; onChange: (checked: boolean) => void };

/** A row with its name, its place, and a doubt if there is one. */
export function TickRow({ row: { part, number }, checked, onChange }: TickRowProps) {
  const words = usePlaceWords();
  const { distance } = useTripPlaces();
  const doubt = useDoubt()(part);
  const far = part.place && distance(part.place);
  const time = [part.startTime, part.endTime].filter(Boolean).join("–");
  return (
    <li className="border-b border-line last:border-0">
      <label className="flex min-h-11 cursor-pointer items-start gap-2.5 py-2">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent touch:mt-0.5 touch:size-5"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="min-w-0 flex-1">
          <span className="block font-medium wrap-anywhere">
            {time === "" ? null : <span className="text-accent-text tabular-nums">{time} </span>}
            {part.name}
          </span>
          {part.place ? (
            <span className="block truncate text-xs text-text-3">{words.about(part.place)}</span>
          ) : null}
          {doubt === null ? null : <span className="block text-xs text-warning">{doubt}</span>}
          <Source part={part} />
        </span>
        {far ? <span className="shrink-0 pt-0.5 text-xs text-text-3 tabular-nums">{far}</span> : null}
        {number === null ? null : (
          <span
            aria-hidden
            className="grid size-5.5 shrink-0 place-items-center rounded-full text-xs text-text-2 shadow-[inset_0_0_0_1.5px_var(--color-control)]"
          >
            {number}
          </span>
        )}
      </label>
    </li>
  );
}

/** Returns a function that says why the row is not chosen initially, or has no place. */
function useDoubt(): (part: PastedPart) => string | null {
  const t = useTranslations("paste");
  const tPlaces = useTranslations("places");
  return ({ outcome, link }) => {
    if (outcome === "link") return link ? tPlaces(`link.${link}`) : t("doubt.none");
    if (outcome === "unsure" || outcome === "planned" || outcome === "repeated" || outcome === "none") {
      return t(`doubt.${outcome}`);
    }
    return null;
  };
}

/** Shows the original text, unless it contains the name of the row. */
function Source({ part: { source, name } }: { part: PastedPart }) {
  const t = useTranslations("paste");
  if (name !== null && foldText(source).includes(foldText(name))) return null;
  return <span className="block truncate text-xs text-text-3">{t("source", { text: source })}</span>;
}
