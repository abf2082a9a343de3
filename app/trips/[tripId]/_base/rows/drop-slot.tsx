"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { usePlan } from "../plan-data.tsx";
import { hasNumber } from "../../_model/plan/plan-model.ts";
import { rowColumns } from "./row-class.ts";
import { useDragState } from "../drag/drag-context.tsx";

/**
 * Returns where the moving stop would land in a list, as an index among the list's other stops; -1 if it would land in
 * another list.
 */
export function useSlotIndex(dayId: string | null): number {
  return useDragState(({ target }) => (target && target.dayId === dayId ? target.index : -1));
}

export function useMovingId(): string | null {
  return useDragState(({ movingId }) => movingId);
}

/**
 * The gap at the drop position: a tint with a line on top, the time of the stop, and the number that it would get.
 */
export function DropSlot({ number }: { number: number | null }) {
  const t = useTranslations("trip");
  const movingId = useMovingId();
  const { byDay } = usePlan();
  const stop = [...byDay.values()].flat().find(({ id }) => id === movingId);
  return (
    <li
      data-slot
      aria-hidden
      className={cx(
        rowColumns,
        "relative my-0.5 h-10 items-center rounded-sm bg-accent-tint text-xs text-accent-text before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:rounded-full before:bg-accent phone:h-12",
      )}
    >
      <b className="text-sm font-medium">{stop?.startTime ?? t("anyTime")}</b>
      {number !== null && stop && hasNumber(stop) ? (
        <span className="ml-px grid size-5.5 place-items-center rounded-full border-[1.5px] border-current font-semibold phone:ml-0 phone:size-6">
          {number}
        </span>
      ) : null}
    </li>
  );
}
