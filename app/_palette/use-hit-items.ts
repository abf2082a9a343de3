"use client";

import { List, Map as MapIcon, MapPin, ReceiptText, Ticket, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useSearch } from "#lib/client/trips/search.ts";
import { isListKind } from "#lib/shared/resources/list-resources.ts";
import type { SearchHit } from "#lib/shared/search.ts";
import { pathOf } from "./hit-path.ts";
import type { PaletteItem } from "./palette-item.ts";
import { storeRecentHit, readRecentHits } from "./recent.ts";

const icons = {
  trip: MapIcon,
  stop: MapPin,
  reservation: Ticket,
  expense: ReceiptText,
  person: UserRound,
};

interface Asked {
  userId: string;
  query: string;
  isGuest: boolean;
  tripId: string | undefined;
  /** The entries that the page finds itself. */
  known: readonly PaletteItem[];
}

/** Returns results from all trips of this user, and what they opened last. */
export function useHitItems({ userId, query, isGuest, tripId, known }: Asked) {
  const t = useTranslations("palette");
  const tLists = useTranslations("list-resources");
  const formats = useFormats();
  const router = useRouter();
  const search = useSearch(query, !isGuest);
  const [recent] = useState(() => (isGuest ? [] : readRecentHits(userId)));
  const knownIds = new Set(known.map(({ id }) => id));

  function nameOf(kind: Exclude<SearchHit["kind"], "trip">): string {
    return isListKind(kind) ? tLists(`${kind}.name`) : t(`kind.${kind}`);
  }
  function itemOf(hit: SearchHit, group: "recent" | "elsewhere"): PaletteItem {
    const { kind, title, tripTitle, detail } = hit;
    const isDate = detail !== null && /^\d{4}-\d{2}-\d{2}$/.test(detail);
    const where = kind === "trip" ? detail : t("inTrip", { kind: nameOf(kind), trip: tripTitle });
    return {
      id: `${group} ${hit.id}`,
      group,
      icon: isListKind(kind) ? List : icons[kind],
      title,
      detail: [where, isDate ? formats.day(detail) : null].filter(Boolean).join(" · "),
      run: () => {
        storeRecentHit(userId, hit);
        router.push(pathOf(hit));
      },
    };
  }

  return {
    ...search,
    recent: recent.filter(({ id }) => id !== tripId).map((hit) => itemOf(hit, "recent")),
    found: search.hits
      .filter(({ id, tripId: of }) => of !== tripId && !knownIds.has(id))
      .map((hit) => itemOf(hit, "elsewhere")),
  };
}
