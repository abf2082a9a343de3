"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import type { AgentPart } from "#lib/shared/agent.ts";
import { PhotoCredit } from "../_base/photos/photo-credit.tsx";
import { PhotosToOpen } from "../_base/photos/photos-to-open.tsx";
import { usePhotoWords } from "../_base/photos/use-photo-words.ts";
import { Card } from "./card.tsx";

type GroundingPart = Extract<AgentPart, { type: "grounding" }>;

/** Shows the street photos that the agent has used, with their authors, or why there are none. */
export function PhotosCard({ part }: { part: GroundingPart }) {
  const t = useTranslations("trip-agent");
  const { place, images, completeness } = part;
  return (
    <Card title={place ? t("photos.near", { name: place.name }) : t("photos.title")}>
      {images.length > 0 ? (
        <div className="mt-1 [&>ul]:-mx-3 [&>ul]:scroll-px-3 [&>ul]:px-3">
          <PhotosToOpen images={images} />
        </div>
      ) : (
        <Nothing part={part} />
      )}
      {completeness === "partial" ? <p className="text-xs text-text-3">{t("photos.partial")}</p> : null}
      <PhotoCredit of={images.map(({ attribution }) => attribution)} className="pt-1 text-xs text-text-3" />
    </Card>
  );
}

function Nothing({ part: { outcome, request, retryable } }: { part: GroundingPart }) {
  const t = useTranslations("trip-agent");
  const { distance } = usePhotoWords();
  if (outcome === "empty" || outcome === "found") {
    const meters = request?.radiusMeters ?? 100;
    return <p className="text-sm text-text-3">{t("photos.empty", { distance: distance(meters) })}</p>;
  }
  return (
    <InlineAlert>
      {t(`photos.${outcome}`)} {retryable ? t("photos.later") : null}
    </InlineAlert>
  );
}
