import { SaxesParser } from "saxes";
import { MAX_IMPORT_RECORDS } from "#lib/shared/import-limits.ts";
import { decodeText, decodeUnlabelled, wrongContent } from "./text.ts";

/** An element with its text and children; names are without their namespace prefixes. */
export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlNode[];
  /** Whether some content of the element was left out because there was too much. */
  isCut: boolean;
}

/**
 * An element that contains wanted ones, such as a folder. It exists only while it is open, and its content is not
 * stored.
 */
export interface XmlGroup {
  name: string;
  attributes: Readonly<Record<string, string>>;
  parent: XmlGroup | null;
  /** The text of its first child element `name`. */
  title: string | null;
  /** How many elements of each name it contains, without those in inner groups and in wanted elements. */
  counts: Map<string, number>;
}

export interface XmlReader {
  wanted: ReadonlySet<string>;
  groups: ReadonlySet<string>;
  take: (node: XmlNode, group: XmlGroup | null) => void;
  /** Called when the parser reaches the end of a group. */
  close?: (group: XmlGroup) => void;
}

const MAX_DEPTH = 64;
/** Maximum number of nodes in one wanted element; further ones are ignored. */
const MAX_NODES = 500;
const MAX_TEXT = 100_000;
/**
 * Maximum number of wanted elements and groups in one file, because an archive of a few kilobytes can contain millions
 * of empty ones.
 */
const MAX_WANTED = 2 * MAX_IMPORT_RECORDS;

/** Decodes an XML file by the encoding that it declares; without a declaration, by its bytes. */
export function xmlText(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    head,
  )?.[1];
  return declared === undefined ? decodeUnlabelled(bytes) : decodeText(bytes, declared);
}

/**
 * Reads the wanted elements at any depth and passes each to the reader as a whole; a wanted element in another one is
 * part of it. Nothing else of the file is stored. A document type is refused, so that no entities and no other files
 * are loaded.
 * @throws AppError VALIDATION_FAILED when the file is not well-formed, is nested too deeply, or has too many wanted
 * elements
 */
export function readElements(text: string, reader: XmlReader): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const walk = new Walk(reader);
  parser.on("error", ({ message }) => {
    throw wrongContent("xml", `The file is damaged: it is not well-formed XML (${message.slice(0, 100)}).`);
  });
  parser.on("doctype", () => {
    throw wrongContent("document-type", "The file has a document type (DTD), which is not read for safety.");
  });
  parser.on("opentag", ({ name, attributes }) => walk.open(localName(name), attributes));
  parser.on("text", (more) => walk.addText(more));
  parser.on("cdata", (more) => walk.addText(more));
  parser.on("closetag", () => walk.close());
  parser.write(text).close();
}

/** The state of the parser: the open elements, the wanted one among them, and the groups around it. */
class Walk {
  readonly #reader: XmlReader;
  readonly #names: string[] = [];
  /** The wanted element that is open, and the open elements in it. */
  readonly #open: XmlNode[] = [];
  readonly #groups: Array<{ group: XmlGroup; depth: number }> = [];
  #size = 0;
  #taken = 0;
  #title: string | null = null;

  constructor(reader: XmlReader) {
    this.#reader = reader;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const depth = this.#names.push(name);
    if (depth > MAX_DEPTH) throw wrongContent("deep", "The file is nested too deeply.");
    const parent = this.#open.at(-1);
    if (parent || this.#reader.wanted.has(name)) return this.#openNode(name, attributes, parent);
    const around = this.#groups.at(-1);
    around?.group.counts.set(name, (around.group.counts.get(name) ?? 0) + 1);
    if (name === "name" && around?.depth === depth - 1 && around.group.title === null) this.#title = "";
    if (!this.#reader.groups.has(name)) return;
    this.#countOne();
    const group = {
      name,
      attributes: { ...attributes },
      parent: around?.group ?? null,
      title: null,
      counts: new Map(),
    };
    this.#groups.push({ group, depth });
  }

  #openNode(name: string, attributes: Readonly<Record<string, string>>, parent: XmlNode | undefined): void {
    const node: XmlNode = { name, attributes: { ...attributes }, text: "", children: [], isCut: false };
    this.#size = parent ? this.#size + 1 : 0;
    const [wanted = node] = this.#open;
    if (this.#size >= MAX_NODES) wanted.isCut = true;
    else parent?.children.push(node);
    this.#open.push(node);
  }

  addText(more: string): void {
    if (this.#title !== null) this.#title += more.slice(0, MAX_TEXT - this.#title.length);
    const node = this.#open.at(-1);
    if (!node) return;
    const fitting = more.slice(0, MAX_TEXT - node.text.length);
    node.text += fitting;
    const [wanted] = this.#open;
    if (wanted && fitting.length < more.length) wanted.isCut = true;
  }

  close(): void {
    const name = this.#names.pop();
    const node = this.#open.pop();
    const around = this.#groups.at(-1);
    if (node) {
      if (this.#open.length > 0) return;
      this.#countOne();
      this.#reader.take(node, around?.group ?? null);
      return;
    }
    if (name === "name" && this.#title !== null && around) {
      around.group.title = this.#title.trim() || null;
      this.#title = null;
    }
    if (around?.depth !== this.#names.length + 1) return;
    this.#groups.pop();
    this.#reader.close?.(around.group);
  }

  #countOne(): void {
    this.#taken += 1;
    if (this.#taken <= MAX_WANTED) return;
    throw wrongContent(
      "too-much",
      `The file has more than ${MAX_WANTED} places, lines and folders, which is too much. Split it.`,
    );
  }
}

/**
 * Anything that may precede the root element. The pattern matches one part at the present index only, so that no text
 * takes long.
 */
const PROLOG = /\s+|<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>]*)?>/y;
const ROOT = /<([A-Za-z_][\w.:-]*)/y;

/** Returns the name of the root element; null when there is none, or the file is no XML. */
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

/** Returns the first child with this name. */
export function child(node: XmlNode, name: string): XmlNode | undefined {
  return node.children.find((each) => each.name === name);
}

/**
 * Returns the text of the first child with this name that has a text, because an element may occur twice and be empty
 * at first.
 */
export function childText(node: XmlNode, name: string): string | null {
  const texts = node.children.map((each) => (each.name === name ? each.text.trim() : ""));
  return texts.find((text) => text !== "") ?? null;
}

/** Returns an attribute of the first child with this name that has it. */
export function childAttribute(node: XmlNode, name: string, own: string): string | null {
  const values = node.children.map((each) => (each.name === name ? attribute(each, own) : null));
  return values.find((value) => value !== null) ?? null;
}

/** Returns the first descendant with this name. */
export function descendant(node: XmlNode, name: string): XmlNode | undefined {
  for (const each of node.children) {
    const found = each.name === name ? each : descendant(each, name);
    if (found) return found;
  }
  return undefined;
}

/** Returns all descendants with this name; it does not search within them. */
export function descendants(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((each) => (each.name === name ? [each] : descendants(each, name)));
}

/** Returns the first of the named attributes that is not empty. */
export function attribute(node: Pick<XmlNode, "attributes">, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = node.attributes[name]?.trim();
    if (value) return value;
  }
  return null;
}
