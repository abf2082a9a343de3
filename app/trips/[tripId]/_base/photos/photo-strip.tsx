"use client";

import { ArrowUp, ImageOff } from "lucide-react";
import Image from "next/image";
import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import type { StreetImageDto } from "#lib/shared/street-view.ts";
import { usePhotoWords } from "./use-photo-words.ts";

const strip =
  "-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto overscroll-x-contain px-4 py-0.5 [scrollbar-width:thin]";
const tile = "w-36 shrink-0 snap-start phone:w-40";
const frame = "relative block aspect-[4/3] w-full overflow-hidden rounded-sm";

type PhotoStripProps = { images: readonly StreetImageDto[]; onOpen: (at: number) => void };

/** A row of small photos, each with its direction, distance and date. */
export function PhotoStrip({ images, onOpen }: PhotoStripProps) {
  return (
    <ul className={strip}>
      {images.map((image, at) => (
        <li key={image.id} className={tile}>
          <PhotoTile image={image} onOpen={() => onOpen(at)} />
        </li>
      ))}
    </ul>
  );
}

function PhotoTile({ image, onOpen }: { image: StreetImageDto; onOpen: () => void }) {
  const t = useTranslations("trip-street");
  const words = usePhotoWords();
  const [isMissing, setMissing] = useState(false);
  const direction = words.short(image);
  return (
    <button type="button" onClick={onOpen} className="group block w-full rounded-sm text-left">
      <span className={`${frame} bg-press`}>
        {isMissing ? (
          <span className="grid size-full place-items-center text-text-3">
            <Icon of={ImageOff} size={20} />
            <span className="sr-only">{words.facing(image)}</span>
          </span>
        ) : (
          <Image
            fill
            src={image.previewUrl}
            alt={words.facing(image)}
            onError={() => setMissing(true)}
            className="object-cover transition-opacity group-hover:opacity-90"
          />
        )}
        {image.kind === "panorama" ? (
          <span className="absolute right-1.5 bottom-1.5 rounded-xs bg-overlay/80 px-1.5 text-xs text-on-overlay">
            {t("panorama")}
          </span>
        ) : null}
      </span>
      <span className="mt-1 flex items-center gap-1 text-xs text-text-2">
        {image.heading === null ? null : <Compass heading={image.heading} />}
        <span className="truncate">
          {[direction, words.distance(image.distanceMeters)].filter((part) => part !== null).join(" · ")}
        </span>
      </span>
      <span className="block h-4 truncate text-xs text-text-3">{words.month(image)}</span>
    </button>
  );
}

/** An arrow in the direction of a photo, where up is north. */
export function Compass({ heading }: { heading: number }) {
  return (
    <span
      aria-hidden
      className="inline-flex shrink-0"
      style={{ transform: `rotate(${Math.round(heading)}deg)` }}
    >
      <Icon of={ArrowUp} size={14} />
    </span>
  );
}

/** Placeholders with the size of the photos that are being loaded. */
export function PhotoSkeletons() {
  return (
    <div aria-hidden className="-mr-4 flex gap-2 overflow-hidden py-0.5">
      {[0, 1, 2].map((at) => (
        <span key={at} className={tile}>
          <Skeleton className="aspect-[4/3] w-full rounded-sm" />
          <Skeleton className="mt-2 h-3 w-20" />
          <Skeleton className="mt-1 h-3 w-14" />
        </span>
      ))}
    </div>
  );
}
