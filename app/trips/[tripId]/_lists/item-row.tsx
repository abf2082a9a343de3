"use client";

import { Check } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type KeyboardEvent, memo } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { cx } from "#app/_ui/cx.ts";
import { focusLater } from "#app/_ui/focus-later.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { ItemDto } from "#lib/shared/items.ts";
import { announce } from "../_base/announcer.tsx";
import { usePeople } from "../_base/people.tsx";
import { RowConflicts } from "../_base/fields/row-conflicts.tsx";
import { useWrites } from "../_base/writes.tsx";
import { ItemMenu } from "./item-menu.tsx";
import { type ItemGroup, itemMoveTarget } from "./list-groups.ts";
import { useListRights } from "./use-list-rights.ts";

type ItemRowProps = { item: ItemDto; group: ItemGroup; onEdit: (item: ItemDto) => void };

/** An item; a tap on its text marks it as done, and Alt with an arrow key moves it. */
export const ItemRow = memo(function ItemRow({ item, group, onEdit }: ItemRowProps) {
  const writes = useWrites();
  const rights = useListRights();
  const move = useMoveItem(item, group);
  const done = item.doneAt !== null;
  const may = { tick: rights.mayTick(item), change: rights.mayChange(item) };

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowUp" ? "up" : event.key === "ArrowDown" ? "down" : null;
    if (!step || !event.altKey || !may.change) return;
    event.preventDefault();
    event.stopPropagation();
    move(step);
  }

  return (
    <li
      data-item={item.id}
      className="group/item flex min-h-10 flex-wrap items-start gap-2 rounded-sm pr-2 pl-3 hover:bg-hover has-[input:focus-visible]:shadow-(--ring) phone:min-h-12"
    >
      <label
        className={cx(
          "grid min-w-0 flex-1 grid-cols-[24px_minmax(0,1fr)] gap-x-3 py-2 phone:py-2.5",
          may.tick ? "cursor-pointer" : "cursor-default",
        )}
      >
        <input
          type="checkbox"
          checked={done}
          disabled={!may.tick}
          onChange={(event) =>
            void writes.updateItem(item.id, { isDone: event.target.checked }).catch(() => {})
          }
          onKeyDown={onKeyDown}
          className="peer sr-only"
        />
        <span
          aria-hidden
          className="m-0.5 grid size-5 place-items-center rounded-xs border-[1.5px] border-control text-transparent transition-colors peer-checked:border-transparent peer-checked:bg-accent-tint peer-checked:text-accent-text peer-disabled:border-line-strong"
        >
          <Icon of={Check} size={14} />
        </span>
        <span
          className={cx(
            "min-w-0 pt-0.5 text-md break-words phone:pt-0 phone:text-lg",
            done && "text-text-3 line-through decoration-line-strong",
          )}
        >
          {item.text}
        </span>
      </label>
      <ItemFacts item={item} />
      {may.change ? <ItemMenu item={item} group={group} onEdit={() => onEdit(item)} onMove={move} /> : null}
      <RowConflicts entityId={item.id} className="basis-full pb-1 pl-9" />
    </li>
  );
});

/** Shows the due date and the member who is assigned. */
function ItemFacts({ item }: { item: ItemDto }) {
  const t = useTranslations("trip-lists");
  const formats = useFormats();
  const { byMember } = usePeople();
  const assignee = item.assigneeId === null ? undefined : byMember.get(item.assigneeId);
  const isLate = item.dueDate !== null && item.doneAt === null && item.dueDate < formats.today();
  if (item.dueDate === null && !assignee) return null;
  return (
    <span className="flex h-10 shrink-0 items-center gap-2.5 text-xs phone:h-11 phone:text-sm">
      {item.dueDate === null ? null : (
        <time dateTime={item.dueDate} className={isLate ? "text-warning" : "text-text-3"}>
          {t(isLate ? "late" : "due", { date: formats.day(item.dueDate) })}
        </time>
      )}
      {assignee ? (
        <Avatar person={assignee} size={20} alt={t("assignedTo", { name: assignee.name })} />
      ) : null}
    </span>
  );
}

/** Returns a function that moves the item one step up or down under its heading, and announces it. */
function useMoveItem(item: ItemDto, group: ItemGroup): (step: "up" | "down") => void {
  const t = useTranslations("trip-lists");
  const writes = useWrites();
  const all = useTrip((trip) => trip.items);
  return (step) => {
    const to = itemMoveTarget(all, group, item.id, step);
    if (!to) return;
    writes.moveItem(item.id, to).catch(() => {});
    const at = group.items.findIndex(({ id }) => id === item.id) + (step === "up" ? 0 : 2);
    announce(t("movedTo", { position: at, count: group.items.length }));
    focusLater(() => {
      const row = document.querySelector<HTMLElement>(`[data-item="${item.id}"]`);
      row?.querySelector<HTMLElement>("input")?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: "nearest" });
    }, document.activeElement);
  };
}
