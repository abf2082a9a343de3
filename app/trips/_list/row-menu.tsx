"use client";

import { Archive, ArchiveRestore, Copy, MoreHorizontal, Trash2 } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { Menu, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import { useRowActs } from "#app/trips/_list/use-row-acts.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

const DuplicateDialog = lazyComponent(() => import("#app/trips/_transfer/duplicate-dialog.tsx"));

/** The menu with actions on a trip that is not open. */
export function RowMenu({ trip }: { trip: TripSummary }) {
  const t = useTranslations("trip-files");
  const tTrips = useTranslations("trips");
  const { archive, unarchive, remove } = useRowActs(trip);
  const isOwn = trip.role === "owner" && !trip.isDemo;
  const tellMissing = useCodeLoadFailureToast();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton label={t("tripMenu", { title: trip.title })} icon={MoreHorizontal} />}>
        <MenuItem icon={Copy} onSelect={() => setOpen(true)}>
          {t("duplicateTitle")}
        </MenuItem>
        {isOwn ? (
          <>
            {trip.archivedAt === null ? (
              <MenuItem icon={Archive} onSelect={archive}>
                {tTrips("archive")}
              </MenuItem>
            ) : (
              <MenuItem icon={ArchiveRestore} onSelect={unarchive}>
                {tTrips("unarchive")}
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={remove}>
              {tTrips("delete")}
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {open ? (
        <DuplicateDialog
          trip={trip}
          onClose={() => setOpen(false)}
          onMissing={() => {
            setOpen(false);
            tellMissing();
          }}
        />
      ) : null}
    </>
  );
}
