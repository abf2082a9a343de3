/**
 * Why a pasted link gives no place: this installation does not follow short links (`off`), the link's site does not
 * answer now, the link can be read only with a key of its site, it is a list or somebody's own map, it leads to a site
 * whose links are not known, or it contains no place.
 */
export const LINK_PROBLEMS = [
  "off",
  "no_answer",
  "needs_key",
  "list",
  "own_map",
  "unknown_site",
  "nothing",
] as const;

export type LinkProblem = (typeof LINK_PROBLEMS)[number];

export function isLinkProblem(value: unknown): value is LinkProblem {
  return LINK_PROBLEMS.some((problem) => problem === value);
}
