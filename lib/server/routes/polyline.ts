const MOST_POINTS = 300;

/**
 * Decodes an encoded polyline into points `[lng, lat]`.
 * @param precision decimals of a degree
 * @throws Error for a text that is no polyline, or for a point that is not on the globe
 */
export function decodePolyline(encoded: string, precision: number): [number, number][] {
  const numbers = decodeNumbers(encoded);
  const scale = 10 ** precision;
  const path: [number, number][] = [];
  let [lat, lng] = [0, 0];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    lat += numbers[at] ?? 0;
    lng += numbers[at + 1] ?? 0;
    if (Math.abs(lat) > 90 * scale || Math.abs(lng) > 180 * scale) throw new Error("It leaves the globe.");
    path.push([lng / scale, lat / scale]);
  }
  return path;
}

/**
 * Decodes the numbers. Each character has five bits of a number, the lowest first; the last bit of a number is its
 * sign.
 */
function decodeNumbers(encoded: string): number[] {
  const numbers: number[] = [];
  let [value, factor] = [0, 1];
  for (let at = 0; at < encoded.length; at += 1) {
    const bits = encoded.charCodeAt(at) - 63;
    if (bits < 0 || bits > 63 || factor > 2 ** 40) throw new Error("This is no polyline.");
    value += (bits % 32) * factor;
    factor *= 32;
    if (bits >= 32) continue;
    numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    [value, factor] = [0, 1];
  }
  return numbers;
}

/**
 * Simplifies a path for drawing: coordinates have five decimals, which are about a metre, and of a long path only every
 * n-th point is kept.
 */
export function simplifyPath(path: readonly [number, number][]): [number, number][] {
  const step = Math.ceil(path.length / MOST_POINTS);
  const kept = path.filter((_, index) => index % step === 0 || index === path.length - 1);
  return kept.map(([lng, lat]) => [Number(lng.toFixed(5)), Number(lat.toFixed(5))]);
}
