"use client";

import { lazyPart } from "#app/_ui/lazy-part.tsx";
import { useConflicts } from "./conflicts.ts";

const ConflictLines = lazyPart(() => import("../_details/conflict-lines.tsx"));

type RowConflictsProps = { entityId: string; className?: string };

/** Edits of the trip, a day, a payment or an item of a list that lost against somebody else's, on the page until their author has decided. */
export function RowConflicts({ entityId, className }: RowConflictsProps) {
  const has = useConflicts().some(({ write }) => write.entityId === entityId);
  return has ? (
    <div className={className}>
      <ConflictLines entityId={entityId} />
    </div>
  ) : null;
}
