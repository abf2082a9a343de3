"use client";

import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { useCoverScope } from "#app/_cover/cover-scope.tsx";
import type { DrawnCover } from "#app/_cover/cover-map.ts";
import { useTheme } from "#app/_shell/use-theme.ts";
import { useMedia } from "#app/_ui/use-media.ts";
import type { TripCover } from "#lib/shared/covers.ts";

export interface CoverImage extends Pick<DrawnCover, "credits"> {
  url: string;
}

/**
 * Returns the map of a trip as a picture in the colours of the page; null: it is not drawn yet, or there is nothing to
 * show.
 */
export function useCoverMap(id: string, view: TripCover["map"] | null): CoverImage | null {
  const { mapSources, userId, shape } = useCoverScope();
  const locale = useLocale();
  const [theme] = useTheme();
  const isDarkDevice = useMedia("(prefers-color-scheme: dark)");
  const tone = theme === "system" ? (isDarkDevice ? "dark" : "light") : theme;
  const [image, setImage] = useState<{ of: string; image: CoverImage } | null>(null);
  // The content of the map as a text, which stays equal as long as the map shows the same content.
  const shown = view && (view.destination || view.stops.length > 0) ? JSON.stringify(view) : null;
  useEffect(() => {
    if (shown === null) return undefined;
    let isWanted = true;
    const asked = {
      id,
      userId,
      view: JSON.parse(shown) as TripCover["map"],
      sources: mapSources,
      locale,
      tone,
      shape,
    };
    async function make() {
      const { coverImage } = await import("#app/_cover/cover-image.ts");
      const made = await coverImage(asked);
      if (!isWanted || !made) return;
      setImage({ of: id, image: { url: URL.createObjectURL(made.picture), credits: made.credits } });
    }
    // If the code that draws maps can't be fetched, or without WebGL, the drawn hills stay.
    make().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [id, userId, shown, mapSources, locale, tone, shape]);
  // The picture is released when another one, or none, is shown.
  useEffect(() => (image ? () => URL.revokeObjectURL(image.image.url) : undefined), [image]);
  return shown !== null && image?.of === id ? image.image : null;
}
