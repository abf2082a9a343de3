import { Parser } from "htmlparser2";

/** Elements that begin and end a line. */
const BLOCKS = new Set(
  "p div li ul ol tr table h1 h2 h3 h4 h5 h6 section article header footer blockquote pre dt dd hr".split(
    " ",
  ),
);
const UNREAD = new Set(["script", "style", "head", "title"]);
const LOOKS_LIKE_HTML = /<\/?[a-z][^<>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

export interface HtmlText {
  text: string;
  /** Addresses of pictures, which a text can't hold. */
  pictures: string[];
}

/** A description as text: lines for blocks, entities as their characters, each link's address behind its words. */
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
  /** The links that are open: where their words begin, and where they lead. */
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

  /** Lines without spaces at their ends; at most one empty line between two. */
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
