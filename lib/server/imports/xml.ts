import { SaxesParser } from "saxes";
import { decodeText, wrongContent } from "./text.ts";

/** An element with its text and what stands in it; names are without their prefixes. */
export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlNode[];
}

const MAX_DEPTH = 64;
/** Of one wanted element; more is not looked at. */
const MAX_NODES = 500;
const MAX_TEXT = 100_000;
/** Wanted elements of one file, ten times what may be added: an archive of a few kilobytes holds millions of empty ones. */
const MAX_WANTED = 10_000;

/** The text of an XML file, by the encoding that it says it has. */
export function xmlText(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    head,
  )?.[1];
  return decodeText(bytes, declared);
}

/**
 * Reads elements by name, wherever they stand, and hands each over whole; wanted ones inside wanted ones are part of
 * them. Nothing else of the file is kept. A document type is refused: no entities, no other files.
 * @throws AppError VALIDATION_FAILED when it is not well-formed, nested without end, or has too many of them
 */
export function readElements(
  text: string,
  wanted: ReadonlySet<string>,
  take: (node: XmlNode, parent: string) => void,
): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const names: string[] = [];
  // The wanted element that is open, and what is open in it.
  let open: XmlNode[] = [];
  let size = 0;
  let taken = 0;
  parser.on("error", ({ message }) => {
    throw wrongContent(`The file is damaged: it is not well-formed XML (${message.slice(0, 100)}).`);
  });
  parser.on("doctype", () => {
    throw wrongContent("The file has a document type (DTD), which is not read for safety.");
  });
  parser.on("opentag", (tag) => {
    const name = localName(tag.name);
    if (names.push(name) > MAX_DEPTH) throw wrongContent("The file is nested too deeply.");
    const parent = open.at(-1);
    if (!parent && !wanted.has(name)) return;
    const node: XmlNode = { name, attributes: { ...tag.attributes }, text: "", children: [] };
    size = parent ? size + 1 : 0;
    if (parent && size < MAX_NODES) parent.children.push(node);
    open.push(node);
  });
  const addText = (more: string): void => {
    const node = open.at(-1);
    if (node) node.text += more.slice(0, MAX_TEXT - node.text.length);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    names.pop();
    const node = open.pop();
    if (!node || open.length > 0) return;
    taken += 1;
    if (taken > MAX_WANTED) throw wrongContent("The file holds too many places to be read. Split it.");
    take(node, names.at(-1) ?? "");
  });
  parser.write(text).close();
}

/** What may stand before the outermost element, one at a time: tried at one place only, so that no text takes long. */
const PROLOG = /\s+|<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>]*)?>/y;
const ROOT = /<([A-Za-z_][\w.:-]*)/y;

/** The name of the outermost element; null where there is none, or the file is no XML. */
export function rootName(text: string): string | null {
  const start = text.slice(0, 20_000);
  PROLOG.lastIndex = 0;
  do ROOT.lastIndex = PROLOG.lastIndex;
  while (PROLOG.test(start));
  const name = ROOT.exec(start)?.[1];
  return name === undefined ? null : localName(name);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The first child of this name. */
export function child(node: XmlNode, name: string): XmlNode | undefined {
  return node.children.find((each) => each.name === name);
}

export function childText(node: XmlNode, name: string): string | null {
  return child(node, name)?.text.trim() || null;
}

/** The first element of this name anywhere in it. */
export function descendant(node: XmlNode, name: string): XmlNode | undefined {
  for (const each of node.children) {
    const found = each.name === name ? each : descendant(each, name);
    if (found) return found;
  }
  return undefined;
}
