"use client";

import { ArrowDown, ArrowUp, Link, MoreHorizontal, Pencil, Trash2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { focusLater } from "#app/_ui/focus-later.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import type { LinkDto } from "#lib/shared/resources/link.ts";
import { announce } from "../_base/announcer.tsx";
import { RowConflicts } from "../_base/fields/row-conflicts.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { useListRights } from "./use-list-rights.ts";
import { hostOf } from "./web-address.ts";

type Step = "up" | "down";
type LinkRowProps = {
  link: LinkDto;
  /** The index of the link in `links`. */
  index: number;
  links: readonly LinkDto[];
  onEdit: (link: LinkDto) => void;
};

/** A link that opens in a tab of its own. Alt with an arrow key moves it. */
export function LinkRow({ link, index, links, onEdit }: LinkRowProps) {
  const t = useTranslations("trip-lists");
  const { edit } = useListRights();
  const move = useMoveLink(link, index, links);
  const host = hostOf(link.url);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowUp" ? "up" : event.key === "ArrowDown" ? "down" : null;
    if (!step || !event.altKey || !edit) return;
    event.preventDefault();
    event.stopPropagation();
    move(step);
  }

  return (
    <li
      data-link={link.id}
      className="group/item flex min-h-10 flex-wrap items-start gap-2 rounded-sm pr-2 pl-3 hover:bg-hover has-[a:focus-visible]:shadow-(--ring) phone:min-h-12"
    >
      <a
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        onKeyDown={onKeyDown}
        className="grid min-w-0 flex-1 grid-cols-[24px_minmax(0,1fr)] gap-x-3 py-2 outline-none phone:py-2.5"
      >
        <Icon of={Link} className="mt-1 ml-1 text-text-3" />
        <span className="min-w-0">
          <span className="block text-md break-words group-hover/item:underline phone:text-lg">
            {link.title}
          </span>
          {host === link.title ? null : (
            <span className="block truncate text-xs text-text-3 phone:text-sm">{host}</span>
          )}
          {link.notes === null ? null : (
            <span className="block text-sm break-words whitespace-pre-line text-text-2">{link.notes}</span>
          )}
          <span className="sr-only">{t("opensInNewTab")}</span>
        </span>
      </a>
      {edit ? (
        <LinkMenu
          link={link}
          isFirst={index === 0}
          isLast={index === links.length - 1}
          onEdit={() => onEdit(link)}
          onMove={move}
        />
      ) : null}
      <RowConflicts entityId={link.id} className="basis-full pb-1 pl-9" />
    </li>
  );
}

type LinkMenuProps = {
  link: LinkDto;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  onMove: (step: Step) => void;
};

function LinkMenu({ link, isFirst, isLast, onEdit, onMove }: LinkMenuProps) {
  const t = useTranslations("trip-lists");
  const writes = useWrites();
  const undoToast = useUndoToast();
  return (
    <div className="my-1.5 md:opacity-0 md:group-focus-within/item:opacity-100 md:group-hover/item:opacity-100 md:has-data-[state=open]:opacity-100 phone:my-0 phone:-mr-1">
      <Menu
        trigger={<IconButton label={t("menu", { text: link.title })} icon={MoreHorizontal} size="sm" />}
        label={link.title}
      >
        <MenuItem icon={Pencil} onSelect={onEdit}>
          {t("edit")}
        </MenuItem>
        <MenuItem icon={ArrowUp} shortcut="Alt ↑" disabled={isFirst} onSelect={() => onMove("up")}>
          {t("up")}
        </MenuItem>
        <MenuItem icon={ArrowDown} shortcut="Alt ↓" disabled={isLast} onSelect={() => onMove("down")}>
          {t("down")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          danger
          onSelect={() => undoToast(t("deleted", { text: link.title }), writes.deleteLink(link.id))}
        >
          {t("delete")}
        </MenuItem>
      </Menu>
    </div>
  );
}

/** Returns a function that moves the link by one step and announces its new position. */
function useMoveLink(link: LinkDto, index: number, links: readonly LinkDto[]): (step: Step) => void {
  const t = useTranslations("trip-lists");
  const writes = useWrites();
  return (step) => {
    const to = step === "up" ? index - 1 : index + 1;
    if (to < 0 || to >= links.length) return;
    const afterId = links[step === "up" ? index - 2 : index + 1]?.id ?? null;
    writes.moveLink(link.id, { afterId }).catch(() => {});
    announce(t("movedTo", { position: to + 1, count: links.length }));
    focusLater(() => {
      const row = document.querySelector<HTMLElement>(`[data-link="${link.id}"]`);
      row?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: "nearest" });
    }, document.activeElement);
  };
}
