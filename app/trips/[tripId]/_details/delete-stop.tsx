"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { useView } from "../_shell/view.tsx";
import { useUndoToast, useWrites } from "../_shell/writes.tsx";

/** At once, with Undo. */
export function DeleteStop({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-details");
  const view = useView();
  const writes = useWrites();
  const undoToast = useUndoToast();
  function remove() {
    view.closeDetails();
    undoToast(t("deleted", { name: stop.name }), writes.deleteStop(stop.id));
  }
  return (
    <Button tone="danger" size="sm" icon={Trash2} onClick={remove}>
      {t("delete")}
    </Button>
  );
}
