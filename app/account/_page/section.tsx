"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReactNode } from "react";
import type { SectionId } from "#app/account/_page/section-ids.ts";

/** A section of the page with its heading; the URL's fragment can name it. */
export function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const t = useTranslations("account");
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6">
      <h2 id={`${id}-title`} className="mb-4 text-lg font-semibold">
        {t(id)}
      </h2>
      {children}
    </section>
  );
}
