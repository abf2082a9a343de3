"use client";

import { Trash2 } from "lucide-react";
import { Button } from "#app/_ui/button.tsx";
import type { WriteAnswer } from "#lib/client/writes/notices.ts";
import { useView } from "../view.tsx";
import { useUndoToast } from "../writes.tsx";

type DeleteRowProps = {
  label: string;
  /** The message after the deletion. */
  said: string;
  remove: () => Promise<WriteAnswer<unknown>>;
};

/** A button that deletes the row whose details are open, at once and with an undo. */
export function DeleteRow({ label, said, remove }: DeleteRowProps) {
  const view = useView();
  const undoToast = useUndoToast();
  return (
    <Button
      tone="danger"
      size="sm"
      icon={Trash2}
      onClick={() => {
        view.closeDetails();
        undoToast(said, remove());
      }}
    >
      {label}
    </Button>
  );
}
