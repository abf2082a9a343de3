"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { PastedPart } from "#lib/shared/pasted-text.ts";

/** The maximum number of parts that are listed; of the others only the number is shown. */
const SHOWN = 50;

/** Lists the parts of a pasted text from which no stop can be made, with the reasons. */
export function UnusedParts({ parts }: { parts: readonly PastedPart[] }) {
  const t = useTranslations("paste");
  const tPlaces = useTranslations("places");
  if (parts.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="text-sm font-medium text-text-2">{t("left", { count: parts.length })}</h3>
      <ul className="mt-1 text-sm">
        {[...parts.slice(0, SHOWN).entries()].map(([at, { source, link }]) => (
          <li key={at} className="border-b border-line py-1.5 last:border-0">
            <span className="line-clamp-2 text-text-2 wrap-anywhere">{source}</span>
            <span className="block text-xs text-text-3">{link ? tPlaces(`link.${link}`) : t("noName")}</span>
          </li>
        ))}
      </ul>
      {parts.length > SHOWN ? (
        <p className="pt-1.5 text-sm text-text-3">{t("more", { count: parts.length - SHOWN })}</p>
      ) : null}
    </section>
  );
}
