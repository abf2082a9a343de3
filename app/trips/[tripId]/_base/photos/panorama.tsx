"use client";

import { Minus, Plus } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { FlatPhoto } from "./flat-photo.tsx";
import { PhotoFailed } from "./photo-failed.tsx";
import { canDrawPanorama, showPanorama, ZOOM } from "./panorama-view.ts";
import { photoButtonClass } from "./viewer-class.ts";

type PanoramaProps = { src: string; label: string };

/** A panorama in which the reader can look around; it is shown flat if the browser cannot draw it. */
export default function Panorama(props: PanoramaProps) {
  const t = useTranslations("trip-street.viewer");
  const [turns, setTurns] = useState(canDrawPanorama);
  const [isFailed, setFailed] = useState(false);
  if (isFailed) return <PhotoFailed onRetry={() => setFailed(false)} />;
  if (turns) {
    return <Turning {...props} onFailed={() => setFailed(true)} onUnable={() => setTurns(false)} />;
  }
  return (
    <div className="flex size-full flex-col">
      <p role="status" className="px-4 pb-2 text-center text-sm">
        {t("flat")}
      </p>
      <div className="relative min-h-0 flex-1">
        <FlatPhoto {...props} />
      </div>
    </div>
  );
}

type TurningProps = PanoramaProps & { onFailed: () => void; onUnable: () => void };

/** The panorama, which never moves by itself. */
function Turning({ src, label, onFailed, onUnable }: TurningProps) {
  const t = useTranslations("trip-street.viewer");
  const root = useRef<HTMLDivElement>(null);
  const turning = useRef<ReturnType<typeof showPanorama> | null>(null);
  const [isShown, setShown] = useState(false);
  const failed = useEffectEvent(onFailed);
  const unable = useEffectEvent(onUnable);

  useEffect(() => {
    const { current: element } = root;
    if (!element) return undefined;
    element.tabIndex = 0;
    const listening = new AbortController();
    try {
      const made = showPanorama(element, src, { shown: () => setShown(true), failed: () => failed() });
      turning.current = made;
      element.addEventListener("keydown", made.press, { signal: listening.signal });
    } catch {
      queueMicrotask(() => unable());
    }
    return () => {
      listening.abort();
      turning.current?.end();
      turning.current = null;
    };
  }, [src]);

  return (
    <>
      <div
        ref={root}
        role="application"
        aria-label={`${label}. ${t("panorama")}`}
        aria-busy={!isShown}
        data-turns
        className="size-full outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--color-on-overlay)]"
      />
      {isShown ? null : <Spinner className="absolute inset-0 m-auto" />}
      <div className="absolute right-3 bottom-3 flex flex-col gap-2">
        <button
          type="button"
          aria-label={t("zoomIn")}
          onClick={() => turning.current?.zoom(ZOOM)}
          className={photoButtonClass}
        >
          <Icon of={Plus} size={20} />
        </button>
        <button
          type="button"
          aria-label={t("zoomOut")}
          onClick={() => turning.current?.zoom(-ZOOM)}
          className={photoButtonClass}
        >
          <Icon of={Minus} size={20} />
        </button>
      </div>
    </>
  );
}
