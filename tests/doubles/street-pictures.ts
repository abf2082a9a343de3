import sharp from "sharp";
import { isPixelSet } from "./pixel-letters.ts";
import { seededNumbers, type WorldPhoto } from "./street-world.ts";

type Rgb = readonly [number, number, number];

/* Draws a street of houses in three dimensions, seen from its middle. Flat photos and panoramas show the same town. */

/**
 * In metres: the height of the eye, the distance from the middle to the houses, the pavement, a house's width and a
 * storey's height.
 */
const EYE = 2.4;
const HALF_STREET = 9;
const PAVEMENT = 5.5;
const HOUSE = 11;
const STOREY = 3.4;
const PALETTE: readonly Rgb[] = [
  [196, 112, 84],
  [222, 184, 135],
  [150, 168, 160],
  [206, 196, 178],
  [128, 140, 168],
  [181, 150, 120],
  [226, 214, 196],
  [146, 98, 92],
];
/** The width of a drawn point in pixels; larger points are faster to draw, and tests wait for these pictures. */
const DOT = 2;
const RADIANS = Math.PI / 180;

export interface PhotoOptions {
  width: number;
  format: "jpeg" | "png" | "webp";
}

/** Draws the photo. A panorama is equirectangular, and its middle shows the direction of the photo's heading. */
export async function drawPhoto(photo: WorldPhoto, { width: wanted, format }: PhotoOptions): Promise<Buffer> {
  const width = wanted / DOT;
  const height = photo.isPano ? width / 2 : (width * 3) / 4;
  const pixels = Buffer.alloc(width * height * 3);
  const scene = sceneOf(photo);
  const label = photo.isPano ? () => null : labelOf(photo, width, height);
  const lookAt = photo.isPano ? aroundAt : throughLens;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const look = lookAt(x / width, y / height);
      const color = label(x, y) ?? scene(photo.compassAngle + look.yaw, look.pitch);
      [pixels[at], pixels[at + 1], pixels[at + 2]] = color;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(wanted, height * DOT, { kernel: "nearest" })
    .toFormat(format, format === "webp" ? { effort: 0 } : {})
    .toBuffer();
}

/** A direction in degrees, relative to the middle of the picture. */
interface Look {
  yaw: number;
  pitch: number;
}

function aroundAt(x: number, y: number): Look {
  return { yaw: (x - 0.5) * 360, pitch: (0.5 - y) * 180 };
}

/** Returns the direction of a point for a lens of 70°. */
function throughLens(x: number, y: number): Look {
  const half = Math.tan(35 * RADIANS);
  const [right, up] = [(x - 0.5) * 2 * half, (0.5 - y) * 2 * half * 0.75];
  return {
    yaw: Math.atan(right) / RADIANS,
    pitch: Math.atan(up / Math.hypot(1, right)) / RADIANS,
  };
}

const INK: Rgb = [255, 255, 255];
const PLATE: Rgb = [30, 30, 34];

/** Draws the number and the heading of a flat photo on a plate in its corner. */
function labelOf(photo: WorldPhoto, width: number, height: number): (x: number, y: number) => Rgb | null {
  const size = Math.max(1, Math.floor(width / 170));
  const text = `${photo.id} ${Math.round(photo.compassAngle) % 360}`;
  return (x, y) => {
    const row = Math.floor((height - y) / size) - 3;
    if (row > 7 || row < -1) return null;
    const column = Math.floor(x / size) - 3;
    if (column < -1 || column >= text.length * 6) return null;
    return isPixelSet(text, column, 6 - row) ? INK : PLATE;
  };
}

/**
 * @returns the colour in a direction, as a function of degrees clockwise from north and of degrees above the horizon
 */
function sceneOf(photo: WorldPhoto): (bearing: number, pitch: number) => Rgb {
  // Streets run north to south or west to east, whatever the camera's heading is.
  const isEastWest = Math.abs(Math.sin(photo.compassAngle * RADIANS)) > 0.7;
  const axis = isEastWest ? 90 : 0;
  const here = (isEastWest ? photo.lng : photo.lat) * 111_195;
  return (bearing, pitch) => {
    const turned = (bearing - axis) * RADIANS;
    const [ahead, aside] = [Math.cos(turned), Math.sin(turned)];
    const rise = Math.tan(pitch * RADIANS);
    const toHouses = HALF_STREET / Math.max(1e-6, Math.abs(aside));
    const toGround = rise < 0 ? EYE / -rise : Infinity;
    if (toGround < toHouses) return groundAt(here + ahead * toGround, aside * toGround);
    const side = aside > 0 ? 1 : 2;
    const wall = wallAt(here + ahead * toHouses, EYE + rise * toHouses, side);
    // Distant walls fade into haze.
    const sky = skyAt(bearing, pitch);
    return wall ? blend(wall, [214, 222, 228], Math.min(1, toHouses / 260)) : sky;
  };
}

function groundAt(along: number, aside: number): Rgb {
  if (Math.abs(aside) > PAVEMENT) return Math.floor(along) % 2 === 0 ? [168, 164, 158] : [158, 154, 148];
  if (Math.abs(aside) < 0.12 && mod(along, 6) < 3) return [235, 232, 220];
  return [92, 94, 98];
}

function wallAt(along: number, height: number, side: number): Rgb | null {
  const house = Math.floor(along / HOUSE);
  const seed = seededNumbers(house * 2 + side);
  const storeys = 2 + Math.floor(seed(1) * 4);
  const roof = storeys * STOREY + 0.6;
  if (height > roof) return null;
  const paint = PALETTE[Math.floor(seed(2) * PALETTE.length)] ?? [200, 200, 200];
  const across = mod(along, HOUSE);
  if (across < 0.15 || height > roof - 0.5) return blend(paint, [40, 36, 34], 0.45);
  const inStorey = mod(height, STOREY);
  if (height < STOREY) {
    const isDoor = across > 1.2 && across < 2.6 && height < 2.3;
    if (isDoor) return [70, 48, 40];
    return across > 3.6 && across < 10 && height > 0.7 && height < 2.6
      ? [96, 122, 132]
      : blend(paint, [60, 54, 50], 0.25);
  }
  const isWindow = mod(across, 2.6) > 0.8 && mod(across, 2.6) < 2 && inStorey > 0.9 && inStorey < 2.6;
  const isLit =
    seededNumbers(house * 97 + Math.floor(across / 2.6) * 13 + Math.floor(height / STOREY))(side) < 0.2;
  if (isWindow) return isLit ? [248, 214, 140] : [72, 92, 108];
  return paint;
}

const COMPASS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/** Returns the colour of the sky in a direction. Above the roofs, the sky shows the names of the compass points. */
function skyAt(bearing: number, pitch: number): Rgb {
  const octant = Math.round(mod(bearing, 360) / 45) % 8;
  const name = COMPASS[octant] ?? "";
  const offset = mod(bearing - octant * 45 + 180, 360) - 180;
  const [column, row] = [Math.floor(offset / 0.7 + name.length * 3), Math.floor((69 - pitch) / 0.7)];
  if (isPixelSet(name, column, row)) return [28, 52, 96];
  return blend([226, 236, 244], [96, 150, 214], Math.min(1, Math.max(0, pitch) / 75));
}

function blend(from: Rgb, to: Rgb, share: number): Rgb {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])];
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}
