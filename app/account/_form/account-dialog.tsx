"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ReactNode, useEffect, useState } from "react";
import { Dialog } from "#app/_ui/dialog.tsx";
import { dismissNotes } from "#app/_ui/toast.ts";

type AccountDialogProps = {
  title: string;
  onClose: () => void;
  stays?: boolean;
  busy?: boolean;
  children: ReactNode;
};

/**
 * A dialog of the account page, which is open as long as it is rendered. Its form may take the focus; closing returns
 * it.
 */
export function AccountDialog({ title, onClose, stays = false, busy = false, children }: AccountDialogProps) {
  const tUi = useTranslations("ui");
  const [opener] = useState(() => openerNow());
  // On a phone, toasts would cover the buttons of the sheet.
  useEffect(dismissNotes, []);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      closeLabel={tUi("close")}
      width="sm"
      returnFocus={opener}
      stays={stays}
      busy={busy}
    >
      <div className="text-pretty wrap-anywhere">{children}</div>
    </Dialog>
  );
}

/**
 * Returns a function that finds the element that opened the dialog. When that has been replaced by another button, such
 * as "Turn on", it is the first button of the same section.
 */
function openerNow(): () => HTMLElement | null {
  const { activeElement: opener } = document;
  const part = opener?.closest("section");
  return () =>
    opener instanceof HTMLElement && opener.isConnected ? opener : (part?.querySelector("button") ?? null);
}
