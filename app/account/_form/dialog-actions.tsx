"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReactNode } from "react";
import { Button } from "#app/_ui/button.tsx";

type DialogActionsProps = {
  onCancel: () => void;
  /** The way out is shut while an answer is waited for. */
  busy?: boolean;
  /** The one that goes on. */
  children: ReactNode;
};

/** The end of a form in a dialog: the way out, then the way on. */
export function DialogActions({ onCancel, busy = false, children }: DialogActionsProps) {
  const tUi = useTranslations("ui");
  return (
    <div className="mt-6 flex justify-end gap-2">
      <Button tone="plain" disabled={busy} onClick={onCancel}>
        {tUi("cancel")}
      </Button>
      {children}
    </div>
  );
}
