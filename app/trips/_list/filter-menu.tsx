"use client";

import { ListFilter } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type TripListFilter, TRIP_LIST_FILTERS, tripListPath } from "#app/trips/_list/trip-list-filter.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuChoice } from "#app/_ui/menu.tsx";

/** The menu for which trips the list shows; the URL contains the choice, too. */
export function FilterMenu({ shelf }: { shelf: TripListFilter }) {
  const t = useTranslations("trips");
  const router = useRouter();
  const chosen = t(`shelf.${shelf}`);
  return (
    <Menu
      trigger={
        <IconButton
          label={t("filter", { chosen })}
          icon={ListFilter}
          iconSize={20}
          className={shelf === "current" ? "" : "bg-accent-tint text-accent-text"}
        />
      }
    >
      <MenuChoice
        label={t("show")}
        value={shelf}
        onChange={(next) => router.push(tripListPath(next))}
        options={TRIP_LIST_FILTERS.map((value) => ({ value, label: t(`shelf.${value}`) }))}
      />
    </Menu>
  );
}
