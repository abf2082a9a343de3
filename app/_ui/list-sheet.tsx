"use client";

import type { ReactNode } from "react";
import { Dialog } from "#app/_ui/dialog.tsx";

type ListSheetProps = { title: string; closeLabel: string; onClose: () => void; children: ReactNode };

/** A dialog with rows from edge to edge, which is rendered only while it is open. */
export function ListSheet({ onClose, children, ...labels }: ListSheetProps) {
  return (
    <Dialog
      {...labels}
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <div className="-mx-5">{children}</div>
    </Dialog>
  );
}
