/** Characters that XML 1.0 does not allow even when escaped; they are left out. */
const UNSAYABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replaceAll(UNSAYABLE, "").replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** XML text that is already escaped. */
export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = Xml | string | number | null | undefined | false;

/** Returns an element such as `<name a="1">…</name>`. Texts are escaped; null content is left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...content: readonly Content[]
): Xml {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const inner = content
    .filter((each) => each !== null && each !== undefined && each !== false)
    .map((each) => (each instanceof Xml ? each.text : escapeXml(String(each))));
  return new Xml(`<${name}${given.join("")}>${inner.join("")}</${name}>`);
}

/** Returns an element with a text, or null when there is none. */
export function textElement(name: string, text: string | number | null | undefined): Xml | null {
  return text === null || text === undefined || text === "" ? null : element(name, {}, text);
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`;
}
