import type { Point } from "#lib/shared/legs.ts";
import type { PositionTrouble } from "../_base/places/map-model.ts";

/** The position of the reader's device. It never leaves the page. */
export interface Position extends Point {
  /** The accuracy of the position in metres: the true position is likely within this radius. */
  accuracy: number;
}

interface Heard {
  onPosition: (position: Position) => void;
  /** Is called with the direction in which the device points, in degrees clockwise from north. */
  onHeading: (heading: number) => void;
  onTrouble: (trouble: PositionTrouble) => void;
}

/** The timeout for the first position, which is long enough for a satellite receiver to start. */
const PATIENCE_MS = 30_000;
/** The minimum speed, in metres per second, at which the direction of movement is reliable. */
const WALKING = 0.5;

/**
 * Watches the device's position until the returned function is called. The browser asks the reader for permission
 * first.
 */
export function watchPosition({ onPosition, onHeading, onTrouble }: Heard): () => void {
  const stopTurning = watchHeading(onHeading);
  const watch = navigator.geolocation.watchPosition(
    ({ coords: { latitude, longitude, accuracy, heading, speed } }) => {
      onPosition({ lat: latitude, lng: longitude, accuracy });
      // A device without a compass knows its heading only while it moves.
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

/** The event of a turned device, with Safari's property `webkitCompassHeading`, which is not in the standard. */
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

/** Asks for permission to read the compass. Only Safari requires it, and only during a user gesture. */
async function allowed(): Promise<boolean> {
  const ask: unknown = Reflect.get(DeviceOrientationEvent, "requestPermission");
  if (typeof ask !== "function") return true;
  try {
    return (await Reflect.apply(ask, DeviceOrientationEvent, [])) === "granted";
  } catch {
    return false;
  }
}

/** Returns the heading of a device that lies flat; null if its orientation is not relative to north. */
export function headingOf({ absolute, alpha, webkitCompassHeading }: Partial<Turned>): number | null {
  if (typeof webkitCompassHeading === "number") return webkitCompassHeading;
  if (absolute !== true || typeof alpha !== "number") return null;
  // `alpha` counts anticlockwise, and the page may be rotated relative to the device.
  return (360 - alpha + screen.orientation.angle) % 360;
}
