import type { Point } from "#lib/shared/legs.ts";

/** Where the reader is. It never leaves the page. */
export interface Position extends Point {
  /** In metres: as far off it may be. */
  accuracy: number;
}

/** `denied`: reader or browser do not allow it; `unknown`: the device cannot tell. */
export type PositionTrouble = "denied" | "unknown";

interface Heard {
  onPosition: (position: Position) => void;
  /** In degrees, clockwise from north. */
  onHeading: (heading: number) => void;
  onTrouble: (trouble: PositionTrouble) => void;
}

/** The first position may take as long as a device needs to hear satellites. */
const PATIENCE_MS = 30_000;
/** Slower than this, in metres a second, nobody knows which way one moves. */
const WALKING = 0.5;

/** Follows the device until the result is called. Asks the reader for leave, where they have not said yet. */
export function watchPosition({ onPosition, onHeading, onTrouble }: Heard): () => void {
  const stopTurning = watchHeading(onHeading);
  const watch = navigator.geolocation.watchPosition(
    ({ coords: { latitude, longitude, accuracy, heading, speed } }) => {
      onPosition({ lat: latitude, lng: longitude, accuracy });
      // A device without a compass knows it while it moves.
      if (heading !== null && !Number.isNaN(heading) && (speed ?? 0) > WALKING) onHeading(heading);
    },
    ({ code, PERMISSION_DENIED }) => onTrouble(code === PERMISSION_DENIED ? "denied" : "unknown"),
    { enableHighAccuracy: true, maximumAge: 10_000, timeout: PATIENCE_MS },
  );
  return () => {
    navigator.geolocation.clearWatch(watch);
    stopTurning();
  };
}

/** What Safari has beside the standard. */
interface Turned extends DeviceOrientationEvent {
  webkitCompassHeading?: number | null;
}

function watchHeading(onHeading: (heading: number) => void): () => void {
  const listening = new AbortController();
  const hear = (event: Turned) => {
    const heading = headingOf(event);
    if (heading !== null) onHeading(heading);
  };
  const { signal } = listening;
  const listen = () => {
    window.addEventListener("deviceorientationabsolute", hear, { signal });
    window.addEventListener("deviceorientation", hear, { signal });
  };
  if (typeof DeviceOrientationEvent !== "undefined")
    void allowed().then((isAllowed) => isAllowed && listen());
  return () => listening.abort();
}

/** Safari wants to be asked first, while a press is going on; elsewhere nobody has to be. */
async function allowed(): Promise<boolean> {
  const ask: unknown = Reflect.get(DeviceOrientationEvent, "requestPermission");
  if (typeof ask !== "function") return true;
  try {
    return (await Reflect.apply(ask, DeviceOrientationEvent, [])) === "granted";
  } catch {
    return false;
  }
}

/** Of a device that lies flat in the hand; null: it does not know where north is. */
export function headingOf({ absolute, alpha, webkitCompassHeading }: Partial<Turned>): number | null {
  if (typeof webkitCompassHeading === "number") return webkitCompassHeading;
  if (absolute !== true || typeof alpha !== "number") return null;
  // It turns the other way round, and the page may be turned against the device.
  return (360 - alpha + screen.orientation.angle) % 360;
}
