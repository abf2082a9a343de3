"use client";

import { FileUp, Map as MapIcon, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Palette } from "#app/_palette/palette.tsx";
import type { PaletteItem } from "#app/_palette/palette-item.ts";
import { storeRecentHit } from "#app/_palette/recent.ts";
import { useCommands } from "#app/_palette/use-commands.ts";
import { useTrips } from "#lib/client/trips/trips.ts";

type ListPaletteProps = {
  userId: string;
  onNew: () => void;
  onImport: () => void;
  onClose: () => void;
};

/** The palette of the trip list: it finds the listed trips immediately, and creates new trips on this page. */
export default function ListPalette({ userId, onNew, onImport, onClose }: ListPaletteProps) {
  const t = useTranslations("palette");
  const trips = useTripItems(userId);
  const own: PaletteItem[] = [
    {
      id: "newTrip",
      group: "commands",
      icon: Plus,
      title: t("do.newTrip"),
      also: t("also.newTrip"),
      run: onNew,
    },
    {
      id: "importTrip",
      group: "commands",
      icon: FileUp,
      title: t("do.importTrip"),
      also: t("also.importTrip"),
      run: onImport,
    },
  ];
  const others = useCommands().filter(({ id }) => id !== "newTrip");
  return <Palette userId={userId} items={[...own, ...others, ...trips]} onClose={onClose} />;
}

function useTripItems(userId: string): PaletteItem[] {
  const formats = useFormats();
  const router = useRouter();
  const { trips } = useTrips();
  return trips.map(({ id, title, destination, startDate, endDate }): PaletteItem => {
    const place = destination?.name ?? null;
    const dates = startDate && endDate ? formats.range(startDate, endDate) : null;
    return {
      id,
      group: "trips",
      icon: MapIcon,
      title,
      detail: [dates, place === title ? null : place].filter(Boolean).join(" · "),
      isHidden: true,
      run: () => {
        storeRecentHit(userId, { kind: "trip", id, tripId: id, title, tripTitle: title, detail: place });
        router.push(`/trips/${id}`);
      },
    };
  });
}
