"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { UnsentChanges } from "#app/_shell/unsaved-question.ts";
import { useEndSession } from "#app/_shell/use-sign-out.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { signOutAndForget } from "#lib/client/account/sign-out.ts";
import { sendAllUnsentWrites } from "#lib/client/open-trip/open-trips.ts";

type UnsavedDialogProps = { unsaved: UnsentChanges; onClose: () => void };

/** The question before a sign-out about what to do with changes that only this device has. */
export default function UnsavedDialog({ unsaved, onClose }: UnsavedDialogProps) {
  const t = useTranslations("shell");
  const leave = useEndSession();
  const [busy, setBusy] = useState<"keep" | "discard" | null>(null);
  function stay() {
    sendAllUnsentWrites();
    onClose();
  }
  async function go(how: "keep" | "discard") {
    setBusy(how);
    const isOut = await leave(how === "discard" ? () => signOutAndForget(unsaved.userId) : undefined);
    if (!isOut) setBusy(null);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("unsavedTitle", { count: unsaved.count })}
      description={t("unsavedText")}
      closeLabel={t("unsavedStay")}
      width="sm"
    >
      <div className="flex flex-col gap-2">
        <Button size="wide" tone="primary" onClick={stay}>
          {t("unsavedTry")}
        </Button>
        <Button size="wide" busy={busy === "keep"} onClick={() => void go("keep")}>
          {t("unsavedKeep")}
        </Button>
        <Button size="wide" tone="danger" busy={busy === "discard"} onClick={() => void go("discard")}>
          {t("unsavedDiscard")}
        </Button>
      </div>
    </Dialog>
  );
}
