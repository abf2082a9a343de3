"use client";

import { Map as MapLibreMap } from "maplibre-gl";
import { type RefObject, startTransition, useEffect, useEffectEvent, useState } from "react";
import type { Locale } from "#app/_i18n/locales.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";
import { type Destination, type BaseMapKind, MapScene } from "./base-map-renderer.ts";
import { mapStyle } from "./map-style.ts";
import { bundleWorker } from "./map-worker.ts";

export type MapState = "loading" | "moving" | "idle";

export interface LiveMap {
  map: MapLibreMap;
  scene: MapScene;
  ground: BaseMapKind;
  /** Whether streets should be shown and cannot be loaded at present. */
  lacksStreets: boolean;
}

interface Options {
  title: string;
  locale: Locale;
  destination: Destination | null;
  sources: MapSources;
  onState: (state: MapState) => void;
  /** Sets the first camera, before the first frame. */
  onCreate: (map: MapLibreMap) => void;
}

/** Returns the map in `host`; null before it is created, and "unavailable" if the browser has no WebGL. */
export function useMap(
  host: RefObject<HTMLElement | null>,
  options: Options,
): LiveMap | "unavailable" | null {
  const [live, setLive] = useState<LiveMap | "unavailable" | null>(null);
  const create = useEffectEvent((container: HTMLElement) => {
    const made = createMap(container, options, (news) => {
      setLive((now) => (now && now !== "unavailable" ? { ...now, ...news } : now));
    });
    if (made) options.onCreate(made.map);
    return made;
  });
  const report = useEffectEvent((state: MapState) => options.onState(state));

  useEffect(() => {
    const made = host.current && create(host.current);
    startTransition(() => setLive(made ?? "unavailable"));
    if (!made) return undefined;
    const { map, scene } = made;
    map.on("idle", () => scene.settled && report("idle"));
    map.on("movestart", () => report("moving"));
    map.on("dataloading", () => report("loading"));
    const unwatch = watchTheme(() => scene.paint());
    return () => {
      unwatch();
      scene.destroy();
      map.remove();
      setLive(null);
    };
  }, [host]);

  return live;
}

function createMap(
  container: HTMLElement,
  { title, locale, destination, sources }: Options,
  onNews: (news: Partial<Pick<LiveMap, "ground" | "lacksStreets">>) => void,
): LiveMap | null {
  try {
    bundleWorker();
    const map = new MapLibreMap({
      container,
      ...mapStyle(container, sources, locale),
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxPitch: 0,
      minZoom: 0.5,
      maxZoom: 18,
      fadeDuration: prefersStill() ? 0 : 200,
      locale: { "Map.Title": title },
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    const scene = new MapScene(map, { locale, destination }, sources, {
      onGround: (ground) => onNews({ ground }),
      onMissing: (lacksStreets) => onNews({ lacksStreets }),
    });
    const ground = sources.styleUrl === null ? "embedded" : "operator";
    return { map, scene, ground, lacksStreets: false };
  } catch {
    // The map cannot be created: the browser has no WebGL, or no memory for it.
    return null;
  }
}

function prefersStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Calls back when the theme changes, in the app or, if it follows the device, on the device. */
function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const device = window.matchMedia("(prefers-color-scheme: dark)");
  device.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    device.removeEventListener("change", changed);
  };
}
