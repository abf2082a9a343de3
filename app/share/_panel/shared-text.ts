type Search = Record<string, string | string[] | undefined>;

const FIELDS = ["title", "text", "url"] as const;

function textsIn(search: Search): Array<[name: string, text: string]> {
  return FIELDS.flatMap((name): Array<[string, string]> => {
    const given = search[name];
    const text = typeof given === "string" ? given.trim() : "";
    return text === "" ? [] : [[name, text]];
  });
}

/** What a phone's share sheet has sent: the name, the words and the address of something, none of them said twice. */
export function sharedText(search: Search): string {
  const texts = textsIn(search).map(([, text]) => text);
  const kept = texts.filter((text, at) => !texts.some((other, place) => saysAll(other, text, place < at)));
  return kept.join("\n");
}

function saysAll(other: string, text: string, isBefore: boolean): boolean {
  return other === text ? isBefore : other.includes(text);
}

/** The address of the page with all that was shared, to come back to after a sign-in. */
export function sharePath(search: Search): string {
  const texts = new URLSearchParams(textsIn(search));
  return texts.size === 0 ? "/share" : `/share?${texts}`;
}
