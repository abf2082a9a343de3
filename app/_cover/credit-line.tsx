"use client";

import type { ReactNode } from "react";
import type { CoverImage } from "#app/_cover/use-cover-map.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { CoverCredit } from "#lib/shared/covers.ts";

const link = "rounded-xs underline-offset-2 hover:underline";

/**
 * The author and the licence of a picture, as the licence requires; among several pictures, with the title of its trip.
 */
export function PictureCredit({ credit, title }: { credit: CoverCredit; title?: string }) {
  const t = useTranslations("covers");
  const { author, licence, url } = credit;
  const values = {
    author: author ?? t("unnamed"),
    licence: licence.text,
    source: linkTo(url),
    terms: linkTo(licence.href),
  };
  return title === undefined ? t.rich("picture", values) : t.rich("pictureOf", { ...values, title });
}

function linkTo(href: string | null) {
  return function Linked(words: ReactNode) {
    if (href === null) return words;
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" className={link}>
        {words}
      </a>
    );
  };
}

/** The credit of a map. */
export function MapCredit({ credits }: Pick<CoverImage, "credits">) {
  const t = useTranslations("covers");
  return (
    <span className="inline-flex flex-wrap gap-x-1.5">
      {t("map")}
      {credits.map(({ text, href }) => (
        <span key={text}>{linkTo(href)(text)}</span>
      ))}
    </span>
  );
}
