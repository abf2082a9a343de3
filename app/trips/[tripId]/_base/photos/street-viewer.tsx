"use client";

import { ChevronLeft, ChevronRight, type LucideIcon, X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { KeyboardEvent } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { Modal } from "#app/_ui/modal.tsx";
import type { StreetImageDto } from "#lib/shared/street-view.ts";
import { FlatPhoto } from "./flat-photo.tsx";
import { PhotoCredit } from "./photo-credit.tsx";
import { Compass } from "./photo-strip.tsx";
import { usePhotoWords } from "./use-photo-words.ts";
import { photoButtonClass } from "./viewer-class.ts";

const Panorama = lazyComponent(() => import("./panorama.tsx"));

type StreetViewerProps = {
  images: readonly StreetImageDto[];
  /** The index of the photo that is shown. */
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
};

/** Shows one photo on the whole screen; arrow keys move to the others. Its author is always shown below it. */
export default function StreetViewer({ images, at, onMove, onClose }: StreetViewerProps) {
  const t = useTranslations("trip-street.viewer");
  const words = usePhotoWords();
  const image = images[at];
  if (!image) return null;
  const hasOthers = images.length > 1;
  const step = (by: number) => onMove((at + by + images.length) % images.length);

  function onKeyDown(event: KeyboardEvent) {
    const isTurning = event.target instanceof Element && event.target.closest("[data-turns]") !== null;
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0 || isTurning || !hasOthers) return;
    event.preventDefault();
    step(by);
  }

  return (
    <Modal
      aria-describedby={undefined}
      onClose={onClose}
      onKeyDown={onKeyDown}
      className="fixed inset-0 z-(--z-sheet) flex flex-col overflow-hidden bg-overlay text-on-overlay shadow-3 outline-none [--ground:var(--color-overlay)] md:inset-6 md:rounded-lg"
    >
      <header className="flex shrink-0 items-center gap-3 py-2 pr-2 pl-4 pt-[max(8px,env(safe-area-inset-top))]">
        {image.heading === null ? null : <Compass heading={image.heading} />}
        <div className="min-w-0 flex-1">
          <Radix.Title className="text-md font-semibold">{words.facing(image)}</Radix.Title>
          <p className="text-sm text-pretty text-on-overlay/80">{words.below(image)}</p>
        </div>
        {hasOthers ? (
          <p className="shrink-0 text-sm text-on-overlay/80 tabular-nums">
            <span aria-hidden>
              {at + 1} / {images.length}
            </span>
            <span aria-live="polite" className="sr-only">
              {t("position", { position: at + 1, count: images.length })}
            </span>
          </p>
        ) : null}
        <Radix.Close asChild>
          <RoundButton icon={X} label={t("close")} />
        </Radix.Close>
      </header>
      <div className="relative min-h-0 flex-1">
        {image.kind === "panorama" ? (
          <Panorama key={image.id} src={image.previewUrl} label={words.line(image)} />
        ) : (
          <FlatPhoto key={image.id} src={image.previewUrl} label={words.line(image)} />
        )}
        {hasOthers ? (
          <>
            <RoundButton
              icon={ChevronLeft}
              label={t("previous")}
              onClick={() => step(-1)}
              className="absolute top-1/2 left-3 -translate-y-1/2"
            />
            <RoundButton
              icon={ChevronRight}
              label={t("next")}
              onClick={() => step(1)}
              className="absolute top-1/2 right-3 -translate-y-1/2"
            />
          </>
        ) : null}
      </div>
      <footer className="shrink-0 px-4 pt-3 pb-[max(12px,var(--safe-bottom))]">
        <PhotoCredit of={[image.attribution]} className="text-sm text-on-overlay/80" />
      </footer>
    </Modal>
  );
}

type RoundButtonProps = React.ComponentProps<"button"> & { icon: LucideIcon; label: string };

function RoundButton({ icon, label, className, ...rest }: RoundButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={cx(photoButtonClass, className)}
    >
      <Icon of={icon} size={20} />
    </button>
  );
}
