"use client";

import { ArrowDown, ArrowUp, MoreHorizontal, Pencil, Trash2, Users } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import type { ItemDto } from "#lib/shared/items.ts";
import { usePeople } from "../_base/people.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import type { ItemGroup } from "./list-groups.ts";
import { useListRights } from "./use-list-rights.ts";

const NOBODY = "";
/** With more members than this, the menu does not list them; the dialog lists all. */
const MOST = 8;

type ItemMenuProps = {
  item: ItemDto;
  group: ItemGroup;
  onEdit: () => void;
  onMove: (step: "up" | "down") => void;
};

export function ItemMenu({ item, group, onEdit, onMove }: ItemMenuProps) {
  const t = useTranslations("trip-lists");
  const writes = useWrites();
  const undoToast = useUndoToast();
  const { edit } = useListRights();
  const { present } = usePeople();
  const isShared = item.ownerId === null;
  const at = group.items.findIndex(({ id }) => id === item.id);
  return (
    <div className="my-1.5 md:opacity-0 md:group-focus-within/item:opacity-100 md:group-hover/item:opacity-100 md:has-data-[state=open]:opacity-100 phone:my-0 phone:-mr-1">
      <Menu
        trigger={<IconButton label={t("menu", { text: item.text })} icon={MoreHorizontal} size="sm" />}
        label={item.text}
      >
        <MenuItem icon={Pencil} onSelect={onEdit}>
          {t("edit")}
        </MenuItem>
        <MenuItem icon={ArrowUp} shortcut="Alt ↑" disabled={at <= 0} onSelect={() => onMove("up")}>
          {t("up")}
        </MenuItem>
        <MenuItem
          icon={ArrowDown}
          shortcut="Alt ↓"
          disabled={at >= group.items.length - 1}
          onSelect={() => onMove("down")}
        >
          {t("down")}
        </MenuItem>
        {!isShared && edit ? (
          <MenuItem
            icon={Users}
            onSelect={() => void writes.updateItem(item.id, { isPrivate: false }).catch(() => {})}
          >
            {t("share")}
          </MenuItem>
        ) : null}
        {isShared && present.length > 1 && present.length <= MOST ? (
          <>
            <MenuSeparator />
            <MenuChoice
              label={t("assignee")}
              value={item.assigneeId ?? NOBODY}
              onChange={(id) =>
                void writes.updateItem(item.id, { assigneeId: id === NOBODY ? null : id }).catch(() => {})
              }
              options={[
                { value: NOBODY, label: t("nobody") },
                ...present.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </>
        ) : null}
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          danger
          onSelect={() => undoToast(t("deleted", { text: item.text }), writes.deleteItem(item.id))}
        >
          {t("delete")}
        </MenuItem>
      </Menu>
    </div>
  );
}
