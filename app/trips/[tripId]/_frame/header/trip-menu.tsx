"use client";

import {
  Archive,
  ArchiveRestore,
  Bell,
  CalendarDays,
  CloudOff,
  Copy,
  FileDown,
  FilePen,
  FileUp,
  HandCoins,
  History,
  Image,
  Keyboard,
  MapPin,
  MessagesSquare,
  MoreHorizontal,
  Search,
  Trash2,
  UserPlus,
} from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Menu, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useUnreadCount } from "#lib/client/open-trip/use-unread.ts";
import { useMay } from "../../_base/may.tsx";
import { useView } from "../../_base/view.tsx";
import { DottedButton } from "./discussion-button.tsx";
import { useLifecycle } from "../../_base/use-lifecycle.ts";

/**
 * The menu of everything about the trip that is not on the page itself; on a phone also of what the header has no
 * space for.
 */
export function TripMenu({ onSearch, hasStreets }: { onSearch: () => void; hasStreets: boolean }) {
  const t = useTranslations("trip");
  const tPalette = useTranslations("palette");
  const view = useView();
  const { edit, change, own } = useMay();
  const suggested = useTrip((trip) => trip.suggestions.length);
  const unread = useUnreadCount(useTrip((trip) => trip.id));
  const { archivedAt, deletedAt, hasFiles } = useTrip((trip) => ({
    archivedAt: trip.archivedAt,
    deletedAt: trip.deletedAt,
    hasFiles: trip.attachments.length > 0,
  }));
  const { archive, unarchive, remove } = useLifecycle();
  const role = useTrip((trip) => trip.role);
  const isGuest = role === "guest";
  return (
    <Menu
      trigger={
        <DottedButton
          label={t("menu")}
          dotted={unread > 0 || suggested > 0}
          icon={MoreHorizontal}
          iconSize={20}
        />
      }
    >
      <div className="md:hidden">
        <MenuItem icon={Search} onSelect={onSearch}>
          {tPalette("open")}
        </MenuItem>
      </div>
      <MenuItem icon={UserPlus} onSelect={() => view.set({ dialog: "share" })}>
        {t("shareAndMembers")}
      </MenuItem>
      {change ? (
        <MenuItem icon={CalendarDays} onSelect={() => view.set({ dialog: "dates" })}>
          {t("changeDates")}
        </MenuItem>
      ) : null}
      {change ? (
        <MenuItem icon={MapPin} onSelect={() => view.set({ dialog: "destination" })}>
          {t("changeDestination")}
        </MenuItem>
      ) : null}
      {edit ? (
        <MenuItem icon={Image} onSelect={() => view.set({ dialog: "cover" })}>
          {t("changeCover")}
        </MenuItem>
      ) : null}
      <MenuItem icon={MessagesSquare} onSelect={view.openTalk}>
        {t("talkNew", { unread })}
      </MenuItem>
      <MenuItem icon={FilePen} onSelect={view.openSuggestions}>
        {t("suggestionsOpen", { count: suggested })}
      </MenuItem>
      <MenuItem icon={History} onSelect={() => view.show("activity")}>
        {t("activity")}
      </MenuItem>
      {isGuest ? null : (
        <MenuItem icon={FileDown} onSelect={() => view.set({ dialog: "export" })}>
          {t("export")}
        </MenuItem>
      )}
      {hasStreets || hasFiles ? (
        <MenuItem icon={CloudOff} onSelect={() => view.set({ dialog: "offline" })}>
          {t("keepOffline")}
        </MenuItem>
      ) : null}
      {edit ? (
        <MenuItem icon={FileUp} onSelect={() => view.set({ dialog: "import" })}>
          {t("import")}
        </MenuItem>
      ) : null}
      {edit ? (
        <MenuItem icon={HandCoins} onSelect={() => view.set({ dialog: "importExpenses" })}>
          {t("importExpenses")}
        </MenuItem>
      ) : null}
      {isGuest ? null : (
        <MenuItem icon={Copy} onSelect={() => view.set({ dialog: "duplicate" })}>
          {t("duplicate")}
        </MenuItem>
      )}
      <MenuItem icon={Bell} onSelect={() => view.set({ dialog: "notifications" })}>
        {t("notificationSettings")}
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
