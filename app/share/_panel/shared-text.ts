type Search = Record<string, string | string[] | undefined>;

const FIELDS = ["title", "text", "url"] as const;

function textsIn(search: Search): Array<[name: string, text: string]> {
  return FIELDS.flatMap((name): Array<[string, string]> => {
    const given = search[name];
    const text = typeof given === "string" ? given.trim() : "";
    return text === "" ? [] : [[name, text]];
  });
}

/** Returns the name, the text and the URL that a phone's share sheet has sent, without repetitions. */
export function sharedText(search: Search): string {
  const texts = textsIn(search).map(([, text]) => text);
  const kept = texts.filter((text, at) => !texts.some((other, place) => saysAll(other, text, place < at)));
  return kept.join("\n");
}

function saysAll(other: string, text: string, isBefore: boolean): boolean {
  return other === text ? isBefore : other.includes(text);
}

/** Returns the URL of the page with everything that was shared, for returning after a sign-in. */
export function sharePath(search: Search): string {
  const texts = new URLSearchParams(textsIn(search));
  return texts.size === 0 ? "/share" : `/share?${texts}`;
}
