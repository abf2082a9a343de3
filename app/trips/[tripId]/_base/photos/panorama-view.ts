import "@photo-sphere-viewer/core/index.css";
import { Viewer } from "@photo-sphere-viewer/core";

/** By how many radians an arrow key turns the panorama. */
const TURN = 0.14;
export const ZOOM = 12;
const TURNS: Record<string, readonly [yaw: number, pitch: number]> = {
  ArrowLeft: [-TURN, 0],
  ArrowRight: [TURN, 0],
  ArrowUp: [0, TURN],
  ArrowDown: [0, -TURN],
};
const ZOOMS: Record<string, number> = { "+": ZOOM, "=": ZOOM, "-": -ZOOM, _: -ZOOM };

/** Whether this browser can draw panoramas, which need WebGL. */
export function canDrawPanorama(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  giveBack(context);
  return context !== null;
}

interface Turning {
  zoom: (by: number) => void;
  /** Handles a key while the panorama is focused. */
  press: (event: KeyboardEvent) => void;
  end: () => void;
}

interface On {
  shown: () => void;
  failed: () => void;
}

/**
 * Shows a panorama in `container` that can be turned.
 * @throws Error if the browser cannot draw it
 */
export function showPanorama(container: HTMLElement, src: string, on: On): Turning {
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const viewer = new Viewer({
    container,
    navbar: false,
    // The viewer's own shortcuts are disabled, because ours apply only while the panorama is focused.
    keyboard: false,
    loadingTxt: "",
    moveInertia: isStill ? false : 0.8,
    defaultTransition: { speed: isStill ? 0 : 400, rotation: false, effect: "fade" },
  });
  let isOver = false;
  async function load(): Promise<void> {
    const isLoaded = await viewer.setPanorama(src);
    if (isOver) return;
    // If the picture is not loaded, another panorama of the same picture was removed and has cancelled the download
    // for both, so the picture is loaded again.
    if (isLoaded) on.shown();
    else await load();
  }
  load().catch(() => isOver || on.failed());
  const zoom = (by: number) => viewer.zoom(viewer.getZoomLevel() + by);
  return {
    zoom,
    press: (event) => onKey(viewer, event, zoom),
    end() {
      isOver = true;
      const context = viewer.container.querySelector("canvas")?.getContext("webgl2") ?? null;
      viewer.destroy();
      giveBack(context);
    },
  };
}

function onKey(viewer: Viewer, event: KeyboardEvent, zoom: (by: number) => void): void {
  const direction = TURNS[event.key];
  const by = ZOOMS[event.key];
  if (!direction && by === undefined) return;
  event.preventDefault();
  if (by !== undefined) zoom(by);
  const { yaw, pitch } = viewer.getPosition();
  if (direction) viewer.rotate({ yaw: yaw + direction[0], pitch: pitch + direction[1] });
}

/**
 * Releases a WebGL context at once. Browsers allow few of them, release them late, and drop the oldest if there are
 * too many, which would be the map's.
 */
function giveBack(context: WebGL2RenderingContext | null): void {
  context?.getExtension("WEBGL_lose_context")?.loseContext();
}
