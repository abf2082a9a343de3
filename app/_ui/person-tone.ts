/** One of the seven background colours of avatars; 7 is for "+n" and for people without an account. */
export type PersonTone = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const tones: readonly PersonTone[] = [1, 2, 3, 4, 5, 6];

/**
 * Returns a constant colour for a user's id. For several people together, `assignPersonTones` gives neighbours different
 * colours.
 */
export function personTone(id: string): PersonTone {
  let hash = 0;
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return toneAt(hash);
}

/**
 * Returns colours for the people of one trip, in their order. Each gets the colour of `personTone`, unless somebody
 * before has it and another one is still free.
 */
export function assignPersonTones(ids: readonly string[]): PersonTone[] {
  const used = new Set<PersonTone>();
  return ids.map((id) => {
    const own = tones.indexOf(personTone(id));
    const free = tones.map((_, step) => toneAt(own + step)).find((tone) => !used.has(tone));
    const tone = free ?? toneAt(own);
    used.add(tone);
    return tone;
  });
}

/** Returns the colour at an index (from 0) of a list whose people have no constant id. */
export function toneAt(index: number): PersonTone {
  return tones[index % tones.length] ?? 1;
}

const grounds: Record<PersonTone, string> = {
  1: "bg-p1 text-p1s",
  2: "bg-p2 text-p2s",
  3: "bg-p3 text-p3s",
  4: "bg-p4 text-p4s",
  5: "bg-p5 text-p5s",
  6: "bg-p6 text-p6s",
  7: "bg-p7 text-p7s",
};

/** Returns the classes for background and text of a colour. */
export function toneClass(tone: PersonTone): string {
  return grounds[tone];
}

/** Returns the strong variant as a CSS colour, for carets, name tags and outlines of edited fields. */
export function toneColor(tone: PersonTone): string {
  return `var(--color-p${tone}s)`;
}

/** Returns the first letter (grapheme) of a name in upper case; "?" when there is none. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim());
  return first ? first.segment.toLocaleUpperCase() : "?";
}
