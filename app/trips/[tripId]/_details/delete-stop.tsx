"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
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
    view.closeStop();
    undoToast(t("deleted", { name: stop.name }), writes.deleteStop(stop.id));
  }
  return (
    <div className="px-1.5 pt-4">
      <Button tone="danger" size="sm" icon={Trash2} onClick={remove}>
        {t("delete")}
      </Button>
    </div>
  );
}
