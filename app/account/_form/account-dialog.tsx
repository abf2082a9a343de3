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

/** A dialog of this page, open as long as it is there. Its form may take the focus; closing gives it back. */
export function AccountDialog({ title, onClose, stays = false, busy = false, children }: AccountDialogProps) {
  const tUi = useTranslations("ui");
  const [opener] = useState(() => openerNow());
  // On a phone they would lie over the buttons of the sheet.
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

/** What opened it; where that gave way to another button, such as "Turn on", the first one of the same part. */
function openerNow(): () => HTMLElement | null {
  const { activeElement: opener } = document;
  const part = opener?.closest("section");
  return () =>
    opener instanceof HTMLElement && opener.isConnected ? opener : (part?.querySelector("button") ?? null);
}
