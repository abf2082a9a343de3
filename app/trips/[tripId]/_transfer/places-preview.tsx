"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Segmented } from "#app/_ui/segmented.tsx";
import { useTrip } from "#lib/client/trip-context.tsx";
import type { ImportInto, ImportPreview } from "#lib/shared/imports.ts";
import { ImportNotices } from "./import-notices.tsx";

/** Rows of each list; of the rest, the number is told. */
const SHOWN = 100;

type PlacesPreviewProps = {
  preview: ImportPreview;
  into: ImportInto;
  onInto: (into: ImportInto) => void;
};

/** What would be added and where, and what would not and why. */
export function PlacesPreview({ preview, into, onInto }: PlacesPreviewProps) {
  const t = useTranslations("trip-files");
  const { added, skipped, notices } = preview;
  const dates = useTrip(({ days }) => days.map(({ date }) => date).join(" "));
  const hasDays = added.some(({ date }) => date !== null && dates.includes(date));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-2">
        <h3 className="font-semibold">{t("willAdd", { count: added.length })}</h3>
        {hasDays ? (
          <Segmented
            label={t("into")}
            size="sm"
            className="ml-auto"
            value={into}
            onChange={onInto}
            options={[
              { value: "days", label: t("intoDays") },
              { value: "ideas", label: t("intoIdeas") },
            ]}
          />
        ) : null}
      </div>
      <Added added={added} />
      {skipped.length > 0 ? (
        <>
          <h3 className="pt-4 pb-1 font-semibold">{t("willSkip", { count: skipped.length })}</h3>
          <ul>
            {shown(skipped).map(({ key, row: { name, reason } }) => (
              <Line key={key} name={name} end={t(`skip.${reason}`)} quiet />
            ))}
          </ul>
          <More count={skipped.length - SHOWN} />
        </>
      ) : null}
      <ImportNotices notices={notices} />
    </>
  );
}

function Added({ added }: Pick<ImportPreview, "added">) {
  const t = useTranslations("trip-files");
  const formats = useFormats();
  return (
    <>
      <ul>
        {shown(added).map(({ key, row: { name, dayId, date } }) => (
          <Line
            key={key}
            name={name}
            end={dayId && date ? formats.day(date, { weekday: true }) : t("toIdeas")}
          />
        ))}
      </ul>
      <More count={added.length - SHOWN} />
    </>
  );
}

/** The first rows; they never change, so their places tell them apart. */
function shown<T>(rows: readonly T[]): { key: string; row: T }[] {
  return rows.slice(0, SHOWN).map((row, index) => ({ key: String(index), row }));
}

function Line({ name, end, quiet = false }: { name: string; end: string; quiet?: boolean }) {
  const t = useTranslations("trip-files");
  return (
    <li className="flex min-h-9 items-center gap-4 border-b border-line py-1.5 last:border-0">
      <span className={`min-w-0 flex-1 truncate ${quiet ? "text-text-2" : ""}`}>{name || t("nameless")}</span>
      <span className="shrink-0 text-sm text-text-3">{end}</span>
    </li>
  );
}

function More({ count }: { count: number }) {
  const t = useTranslations("trip-files");
  return count > 0 ? <p className="pt-1.5 text-sm text-text-3">{t("more", { count })}</p> : null;
}
