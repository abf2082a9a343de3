"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { TextButton } from "#app/_ui/text-link.tsx";
import { leftOutRowsOf, type PlaceFile } from "#lib/client/trips/places-import.ts";
import { ImportNotices } from "./import-notices.tsx";

/** The maximum number of rows of each list; of the others only the number is shown. */
const SHOWN = 100;
/** The number of rows of one file among several, until the user opens the rest. */
const SHOWN_AT_FIRST = 3;

type PlacesPreviewProps = {
  file: PlaceFile;
  /** Whether the lists are shortened at first, because other files follow. */
  isShort: boolean;
};

/** Shows what of one file would be added and where, and what would be left out and why. */
export function PlacesPreview({ file, isShort }: PlacesPreviewProps) {
  const formats = useFormats();
  const t = useTranslations("trip-files");
  const added = (file.preview?.added ?? []).filter((row) => !file.repeated.has(row));
  return (
    <>
      <Rows isShort={isShort} rows={added}>
        {({ name, dayId, date }) => (
          <Line name={name} end={dayId && date ? formats.day(date, { weekday: true }) : t("toIdeas")} />
        )}
      </Rows>
      <LeftOutPlaces file={file} isShort={isShort} />
      <ImportNotices notices={file.preview?.notices ?? []} />
    </>
  );
}

/** Lists the places of one file that are not added, with the reasons, before and after the import. */
export function LeftOutPlaces({ file, isShort }: PlacesPreviewProps) {
  const t = useTranslations("trip-files");
  const left = leftOutRowsOf(file);
  if (left.length === 0) return null;
  return (
    <>
      <h4 className="pt-3 pb-0.5 text-sm font-medium text-text-2">{t("willSkip", { count: left.length })}</h4>
      <Rows isShort={isShort} rows={left}>
        {({ name, reason }) => <Line name={name} end={t(`skip.${reason}`)} quiet />}
      </Rows>
    </>
  );
}

type RowsProps<T> = { rows: readonly T[]; isShort: boolean; children: (row: T) => React.ReactNode };

/** The rows never change, so the index identifies each. */
function Rows<T>({ rows, isShort, children }: RowsProps<T>) {
  const t = useTranslations("trip-files");
  const [isOpen, setIsOpen] = useState(false);
  const most = isShort && !isOpen ? SHOWN_AT_FIRST : SHOWN;
  const more = rows.length - most;
  return (
    <>
      <ul>
        {[...rows.slice(0, most).entries()].map(([at, row]) => (
          <li key={at} className="border-b border-line last:border-0">
            {children(row)}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="pt-1.5 text-sm text-text-3">
          {most === SHOWN ? (
            t("more", { count: more })
          ) : (
            <TextButton onClick={() => setIsOpen(true)}>{t("showAll", { count: rows.length })}</TextButton>
          )}
        </p>
      ) : null}
    </>
  );
}

function Line({ name, end, quiet = false }: { name: string; end: string; quiet?: boolean }) {
  const t = useTranslations("trip-files");
  return (
    <div className="flex min-h-9 items-center gap-4 py-1.5">
      <span className={`min-w-0 flex-1 truncate ${quiet ? "text-text-2" : ""}`}>{name || t("nameless")}</span>
      <span className="shrink-0 text-sm text-text-3">{end}</span>
    </div>
  );
}
