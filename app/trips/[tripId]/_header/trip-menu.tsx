"use client";

import {
  Archive,
  ArchiveRestore,
  CalendarDays,
  History,
  Keyboard,
  MoreHorizontal,
  Trash2,
  UserPlus,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import { useTrip } from "#lib/client/trip-context.tsx";
import { useMay } from "../_shell/may.tsx";
import { useView } from "../_shell/view.tsx";
import { useLifecycle } from "./use-lifecycle.ts";

/** Everything about the trip that is not on the page itself. */
export function TripMenu() {
  const t = useTranslations("trip");
  const view = useView();
  const { edit, own } = useMay();
  const { archivedAt, deletedAt } = useTrip((trip) => ({
    archivedAt: trip.archivedAt,
    deletedAt: trip.deletedAt,
  }));
  const { archive, unarchive, remove } = useLifecycle();
  return (
    <Menu trigger={<IconButton label={t("more")} icon={MoreHorizontal} iconSize={20} />}>
      <MenuItem icon={UserPlus} onSelect={() => view.set({ dialog: "share" })}>
        {t("shareAndMembers")}
      </MenuItem>
      {edit ? (
        <MenuItem icon={CalendarDays} onSelect={() => view.set({ dialog: "dates" })}>
          {t("changeDates")}
        </MenuItem>
      ) : null}
      <MenuItem icon={History} onSelect={() => view.show("activity")}>
        {t("activity")}
      </MenuItem>
      <div className="touch:hidden">
        <MenuItem icon={Keyboard} shortcut="?" onSelect={() => view.set({ dialog: "keys" })}>
          {t("keys.title")}
        </MenuItem>
      </div>
      {own && !deletedAt ? (
        <>
          <MenuSeparator />
          <MenuItem icon={archivedAt ? ArchiveRestore : Archive} onSelect={archivedAt ? unarchive : archive}>
            {archivedAt ? t("unarchive") : t("archive")}
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={remove}>
            {t("delete")}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
