import { inflateSync } from "node:zlib";

/** Matches a font, the text that replaces glyphs until `EMC`, glyphs, and the end of a piece of text. */
const PIECES = /\/(F\d+) [\d.]+ Tf|\/ActualText (<[0-9A-F]+>|\([^)]*\))|<([0-9A-F]+)> Tj|\bE(?:T|MC)\b/g;

/** Returns the text of a PDF that Chromium made, one line for each piece of text. */
export function pdfText(pdf: Buffer): string {
  const file = pdf.toString("latin1");
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj\r?\n([^]*?)\bendobj/gm)].map(([, id = "", body = ""]) => [id, body]),
  );
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const [, name = "", id = ""] of file.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1] ?? "";
    fonts.set(name, lettersOf(streamOf(objects.get(map) ?? "")));
  }
  return [...objects.values()].map((body) => shownIn(streamOf(body), fonts)).join("\n");
}

/** Returns an object's stream as text, or the empty string if it has no stream of text. */
function streamOf(body: string): string {
  const stream = /\/Filter \/FlateDecode[^]*?stream\r?\n([^]*)\r?\nendstream/.exec(body)?.[1];
  return stream ? inflateSync(Buffer.from(stream, "latin1")).toString("latin1") : "";
}

/** Returns the characters that a font's glyphs stand for. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, part = ""] of map.matchAll(/beginbfchar\n([^]*?)endbfchar/g)) {
    for (const [, glyph = "", text = ""] of part.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(glyph, unhex(text));
  }
  for (const [, part = ""] of map.matchAll(/beginbfrange\n([^]*?)endbfrange/g)) {
    for (const [, first = "", last = "", text = ""] of part.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let step = 0; step <= parseInt(last, 16) - parseInt(first, 16); step++)
        letters.set(
          hex(parseInt(first, 16) + step, first.length),
          String.fromCharCode(parseInt(text, 16) + step),
        );
    }
  }
  return letters;
}

function shownIn(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let letters: ReadonlyMap<string, string> = new Map();
  let text = "";
  let isSaid = false;
  for (const [token, font, said, glyphs] of content.matchAll(PIECES)) {
    if (font) letters = fonts.get(font) ?? letters;
    else if (said) text += wordsOf(said);
    else if (glyphs && !isSaid) text += decoded(glyphs, letters);
    else if (token === "ET") text += "\n";
    isSaid = said !== undefined || (isSaid && token !== "EMC");
  }
  return text;
}

/** Decodes a PDF string: plain text, or UTF-16 after its byte order mark. */
function wordsOf(said: string): string {
  return said.startsWith("(") ? said.slice(1, -1) : unhex(said.replace(/^<FEFF|[<>]/g, ""));
}

/** Fonts whose glyphs are drawings have glyph codes of one byte; all other fonts have two bytes. */
function decoded(glyphs: string, letters: ReadonlyMap<string, string>): string {
  const isDrawn = [...letters.keys()][0]?.length === 2;
  return (glyphs.match(isDrawn ? /../g : /.{4}/g) ?? []).map((glyph) => letters.get(glyph) ?? "").join("");
}

function hex(code: number, length: number): string {
  return code.toString(16).toUpperCase().padStart(length, "0");
}

function unhex(text: string): string {
  return Buffer.from(text, "hex").swap16().toString("utf16le");
}
