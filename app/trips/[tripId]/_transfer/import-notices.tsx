"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ImportNotice } from "#lib/shared/import-notices.ts";
import { isLeftOut, type LeftOutNotice } from "#lib/shared/left-out.ts";

/** The maximum number of names in one line. */
const NAMED = 5;

type AboutPlaces = Exclude<ImportNotice, LeftOutNotice>;

/**
 * Says what is imported differently from how it is in the file, one line for each kind of difference. Places that are
 * left out are in a list of their own.
 */
export function ImportNotices({ notices }: { notices: readonly ImportNotice[] }) {
  const t = useTranslations("trip-files");
  const shown = notices.filter((notice): notice is AboutPlaces => !isLeftOut(notice));
  const kinds = [...Map.groupBy(shown, ({ code }) => code)];
  if (kinds.length === 0) return null;
  return (
    <>
      <h4 className="pt-3 pb-0.5 text-sm font-medium text-text-2">{t("noticesTitle")}</h4>
      <ul className="text-sm text-text-2">
        {kinds.map(([code, list]) => (
          <li key={code} className="py-1 break-words">
            {t(`notice.${code}`, { count: list.length, names: namesOf(list) })}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the name of the place, with the text of the file if that differs from the trip. */
function nameOf(notice: AboutPlaces): string | null {
  if (notice.code !== "when-differs") return notice.name;
  return notice.name === null ? notice.text : `${notice.name} (${notice.text})`;
}

function namesOf(notices: readonly AboutPlaces[]): string {
  const names = [...new Set(notices.flatMap((notice) => nameOf(notice) ?? []))];
  return names.length > NAMED ? `${names.slice(0, NAMED).join(", ")} …` : names.join(", ");
}
