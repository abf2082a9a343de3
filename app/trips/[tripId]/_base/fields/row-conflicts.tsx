"use client";

import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { useConflicts } from "../conflicts.ts";

const ConflictLines = lazyComponent(() => import("./conflict-lines.tsx"));

type RowConflictsProps = { entityId: string; className?: string };

/**
 * Shows conflicts about the trip, a day, a settlement or an item where the row is on the page, until the user
 * resolves them.
 */
export function RowConflicts({ entityId, className }: RowConflictsProps) {
  const has = useConflicts().some(({ write }) => write.entityId === entityId);
  return has ? (
    <div className={className}>
      <ConflictLines entityId={entityId} />
    </div>
  ) : null;
}
