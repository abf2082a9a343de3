import { Parser } from "htmlparser2";

/** Block elements, which begin and end a line of text. */
const BLOCKS = new Set(
  "p div li ul ol tr table h1 h2 h3 h4 h5 h6 section article header footer blockquote pre dt dd hr".split(
    " ",
  ),
);
const UNREAD = new Set(["script", "style", "head", "title"]);
const LOOKS_LIKE_HTML = /<\/?[a-z][^<>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

export interface HtmlText {
  text: string;
  /** The URLs of pictures, which a text can't contain. */
  pictures: string[];
}

/**
 * Converts an HTML description to text: block elements become lines, entities become characters, and each link's URL
 * follows its text.
 */
export function htmlText(html: string): HtmlText {
  if (!LOOKS_LIKE_HTML.test(html)) return { text: html, pictures: [] };
  const writer = new TextWriter();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, attributes),
      ontext: (text) => writer.write(text),
      onclosetag: (name) => writer.close(name),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return { text: writer.text(), pictures: writer.pictures };
}

class TextWriter {
  readonly pictures: string[] = [];
  readonly #parts: string[] = [];
  /** The links that are open: the index at which their text begins, and their URL. */
  readonly #links: Array<{ at: number; href: string }> = [];
  #unread = 0;

  open(name: string, { href, src }: Record<string, string>): void {
    if (UNREAD.has(name)) this.#unread += 1;
    if (name === "br" || BLOCKS.has(name)) this.#parts.push("\n");
    if (name === "td" || name === "th") this.#parts.push(" ");
    if (name === "a") this.#links.push({ at: this.#parts.length, href: href?.trim() ?? "" });
    if (name === "img" && src) this.pictures.push(src);
  }

  write(text: string): void {
    if (this.#unread === 0) this.#parts.push(text);
  }

  close(name: string): void {
    if (UNREAD.has(name)) this.#unread -= 1;
    if (BLOCKS.has(name)) this.#parts.push("\n");
    const link = name === "a" ? this.#links.pop() : undefined;
    if (!link || link.href === "" || /^javascript:/i.test(link.href)) return;
    const words = this.#parts.slice(link.at).join("").trim();
    if (words.includes(link.href)) return;
    this.#parts.push(words === "" ? link.href : ` (${link.href})`);
  }

  /** Returns the text: its lines have no spaces at their ends, and at most one empty line separates two lines. */
  text(): string {
    const lines = this.#parts
      .join("")
      .replaceAll("\u00a0", " ")
      .split("\n")
      .map((line) => line.replaceAll("\t", " ").trim());
    return lines
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim();
  }
}
