"use client";

import type { ReactNode } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import type { StreetImageDto } from "#lib/shared/street-view.ts";

type Credit = StreetImageDto["attribution"];

/** Names the authors and licences of photos, each as a link. */
export function PhotoCredit({ of, className }: { of: readonly Credit[]; className: string }) {
  const t = useTranslations("trip-street");
  const [first] = of;
  if (!first) return null;
  const only = of.length === 1 ? first.creator : null;
  const values = {
    source: first.sourceName,
    license: first.licenseName,
    toSource: (words: ReactNode) => out(first.sourceUrl, words),
    toLicense: (words: ReactNode) => out(first.licenseUrl, words),
  };
  return (
    <p className={cx("text-pretty", className)}>
      {only === null ? t.rich("credit", values) : t.rich("creditBy", { ...values, creator: `@${only}` })}
    </p>
  );
}

/** Returns a link to another site, for `t.rich`. */
function out(href: string, words: ReactNode) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="rounded-xs underline underline-offset-2 touch:relative touch:after:absolute touch:after:-inset-x-1 touch:after:-inset-y-3.5"
    >
      {words}
    </a>
  );
}
