import { createHash } from "node:crypto";

/* Palettes of sky, sun, far hill and near hill, which are readable on light and dark screens at 20 px. */
const PALETTES = [
  ["#dbe7ee", "#f0b775", "#9dbccb", "#5f8ca3"],
  ["#e6e8f4", "#e8a598", "#b0b6dc", "#7a83b8"],
  ["#e2efe6", "#edc277", "#a3cbb0", "#5f9a7b"],
  ["#f3e7df", "#d98873", "#d9bfae", "#a98a78"],
  ["#e9e5f1", "#f0c08c", "#c0b2d9", "#8a76b0"],
  ["#dfeff0", "#e79f83", "#96cbcd", "#4f9599"],
  ["#f0ecdb", "#dd9a62", "#cfc596", "#97905a"],
  ["#eae9e6", "#8fa9c4", "#bdbab2", "#86837b"],
] as const;

/**
 * Returns the avatar of a user without a picture: a small landscape that depends on the user id only, as an SVG data
 * URI.
 */
export function avatarImage(userId: string): string {
  const bytes = createHash("sha256").update(userId).digest();
  const between = (index: number, from: number, to: number) => from + ((bytes[index] ?? 0) % (to - from + 1));
  const [sky, sun, far, near] = PALETTES[between(0, 0, PALETTES.length - 1)] ?? PALETTES[0];
  const crest = between(1, 28, 38);
  const shore = between(2, 42, 50);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="${sky}" d="M0 0h64v64H0z"/>`,
    `<circle cx="${between(3, 16, 48)}" cy="${between(4, 14, 26)}" r="${between(5, 6, 10)}" fill="${sun}"/>`,
    `<path fill="${far}" d="M0 ${crest}Q${between(6, 10, 22)} ${between(7, 20, 32)} 32 ${crest + 4}T64 ${crest}V64H0z"/>`,
    `<path fill="${near}" d="M0 ${shore}Q${between(8, 10, 26)} ${between(9, 50, 60)} 36 ${shore}T64 ${shore - 4}V64H0z"/>`,
    "</svg>",
  ].join("");
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
