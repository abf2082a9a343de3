"use client";

import { Check, TriangleAlert } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReactNode } from "react";
import type { FieldSaveState } from "#app/account/_form/use-saved.ts";
import { Icon } from "#app/_ui/icon.tsx";

/**
 * The line below a field that saves itself: a hint, or the result of the last save. It always has the height of one
 * line.
 */
export function FieldLine({ saving, hint }: { saving: FieldSaveState; hint: ReactNode }) {
  return (
    <p className="mt-1.5 min-h-5 text-sm text-text-3">
      <SavedWords saving={saving} hint={hint} />
    </p>
  );
}

/** The text of a {@link FieldLine}, for a field that lays it out itself. */
export function SavedWords({ saving, hint }: { saving: FieldSaveState; hint: ReactNode }) {
  const t = useTranslations("account");
  const told = saving.kind === "saved" || saving.kind === "saving" ? t(saving.kind) : null;
  return (
    <>
      {saving.kind === "failed" ? (
        <span role="alert" className="flex gap-1.5 text-danger">
          <Icon of={TriangleAlert} size={14} className="mt-0.75" />
          {saving.text}
        </span>
      ) : null}
      {/* The element is always rendered, so that screen readers announce text that is added to it. */}
      <output
        className={
          saving.kind === "saved" ? "inline-flex items-center gap-1.5 align-top text-success" : undefined
        }
      >
        {saving.kind === "saved" ? <Icon of={Check} size={14} /> : null}
        {told}
      </output>
      {saving.kind === "resting" ? hint : null}
    </>
  );
}
