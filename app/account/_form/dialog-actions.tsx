"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReactNode } from "react";
import { Button } from "#app/_ui/button.tsx";

type DialogActionsProps = {
  onCancel: () => void;
  /** Whether an answer is being awaited; then the form can't be cancelled. */
  busy?: boolean;
  /** The button that continues. */
  children: ReactNode;
};

/** The buttons at the end of a form in a dialog: cancel, then continue. */
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
