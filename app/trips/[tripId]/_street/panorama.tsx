"use client";

import "@photo-sphere-viewer/core/index.css";
import { Viewer } from "@photo-sphere-viewer/core";
import { Minus, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { FlatPhoto } from "./flat-photo.tsx";
import { onPhoto } from "./viewer-class.ts";

/** Radians that an arrow key turns it by. */
const TURN = 0.14;
const ZOOM = 12;
const TURNS: Record<string, readonly [yaw: number, pitch: number]> = {
  ArrowLeft: [-TURN, 0],
  ArrowRight: [TURN, 0],
  ArrowUp: [0, TURN],
  ArrowDown: [0, -TURN],
};
const ZOOMS: Record<string, number> = { "+": ZOOM, "=": ZOOM, "-": -ZOOM, _: -ZOOM };

/** A photo of all directions, to look around in. It never moves by itself. */
export default function Panorama({ src, label }: { src: string; label: string }) {
  const t = useTranslations("trip-street.viewer");
  const root = useRef<HTMLDivElement>(null);
  const viewer = useRef<Viewer | null>(null);
  const [state, setState] = useState<"loading" | "shown" | "flat">("loading");

  useEffect(() => {
    const { current: element } = root;
    if (!element) return undefined;
    const made = makeViewer(element, src);
    viewer.current = made;
    made?.addEventListener("panorama-loaded", () => setState("shown"), { once: true });
    made?.addEventListener("panorama-error", () => setState("flat"), { once: true });
    if (!made) queueMicrotask(() => setState("flat"));
    const press = (event: KeyboardEvent) => made && onKey(made, event);
    element.tabIndex = 0;
    element.addEventListener("keydown", press);
    return () => {
      viewer.current = null;
      element.removeEventListener("keydown", press);
      made?.destroy();
    };
  }, [src]);

  function zoom(by: number) {
    if (viewer.current) zoomBy(viewer.current, by);
  }

  if (state === "flat") {
    return (
      <div className="flex size-full flex-col">
        <p role="status" className="px-4 pb-2 text-center text-sm">
          {t("flat")}
        </p>
        <div className="relative min-h-0 flex-1">
          <FlatPhoto src={src} label={label} />
        </div>
      </div>
    );
  }
  return (
    <>
      <div
        ref={root}
        role="application"
        aria-label={`${label}. ${t("panorama")}`}
        data-turns
        className="size-full outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--color-on-overlay)]"
      />
      {state === "loading" ? <Spinner className="absolute inset-0 m-auto" /> : null}
      <div className="absolute right-3 bottom-3 flex flex-col gap-2">
        <button type="button" aria-label={t("zoomIn")} onClick={() => zoom(ZOOM)} className={onPhoto}>
          <Icon of={Plus} size={20} />
        </button>
        <button type="button" aria-label={t("zoomOut")} onClick={() => zoom(-ZOOM)} className={onPhoto}>
          <Icon of={Minus} size={20} />
        </button>
      </div>
    </>
  );
}

function zoomBy(viewer: Viewer, by: number): void {
  viewer.zoom(viewer.getZoomLevel() + by);
}

function onKey(viewer: Viewer, event: KeyboardEvent): void {
  const turn = TURNS[event.key];
  const zoom = ZOOMS[event.key];
  if (!turn && zoom === undefined) return;
  event.preventDefault();
  if (zoom !== undefined) zoomBy(viewer, zoom);
  const { yaw, pitch } = viewer.getPosition();
  if (turn) viewer.rotate({ yaw: yaw + turn[0], pitch: pitch + turn[1] });
}

/** null where the browser cannot draw it. */
function makeViewer(container: HTMLElement, panorama: string): Viewer | null {
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  try {
    return new Viewer({
      container,
      panorama,
      navbar: false,
      // Ours, so that they work while the focus is here and nowhere else.
      keyboard: false,
      loadingTxt: "",
      moveInertia: isStill ? false : 0.8,
      defaultTransition: { speed: isStill ? 0 : 400, rotation: false, effect: "fade" },
    });
  } catch {
    return null;
  }
}
