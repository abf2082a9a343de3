import { SaxesParser } from "saxes";
import { MAX_IMPORT_RECORDS } from "#lib/shared/import-limits.ts";
import { decodeText, decodeUnlabelled, wrongContent } from "./text.ts";

/** An element with its text and what stands in it; names are without their prefixes. */
export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlNode[];
  /** Some of what stands in it was too much to be kept. */
  isCut: boolean;
}

/** An element that holds wanted ones, such as a folder. It is known while it is open; what it holds is not kept. */
export interface XmlGroup {
  name: string;
  attributes: Readonly<Record<string, string>>;
  parent: XmlGroup | null;
  /** The text of its first child that is called `name`. */
  title: string | null;
  /** How many elements of each name stand directly in it or in its parts. */
  counts: Map<string, number>;
}

export interface XmlReader {
  wanted: ReadonlySet<string>;
  groups: ReadonlySet<string>;
  take: (node: XmlNode, group: XmlGroup | null) => void;
  /** A group has ended. */
  close?: (group: XmlGroup) => void;
}

const MAX_DEPTH = 64;
/** Of one wanted element; more is not looked at. */
const MAX_NODES = 500;
const MAX_TEXT = 100_000;
/** Wanted elements and groups of one file: an archive of a few kilobytes holds millions of empty ones. */
const MAX_WANTED = 2 * MAX_IMPORT_RECORDS;

/** The text of an XML file, by the encoding that it says it has; without a word, by its bytes. */
export function xmlText(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    head,
  )?.[1];
  return declared === undefined ? decodeUnlabelled(bytes) : decodeText(bytes, declared);
}

/**
 * Reads elements by name, wherever they stand, and hands each over whole; wanted ones inside wanted ones are part of
 * them. Nothing else of the file is kept. A document type is refused: no entities, no other files.
 * @throws AppError VALIDATION_FAILED when it is not well-formed, nested without end, or has too many of them
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

/** Where the parser stands: the open elements, the wanted one among them, and the groups around it. */
class Walk {
  readonly #reader: XmlReader;
  readonly #names: string[] = [];
  /** The wanted element that is open, and what is open in it. */
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

/** The text of the first child of this name that has some: an element may come twice, and be empty at first. */
export function childText(node: XmlNode, name: string): string | null {
  const texts = node.children.map((each) => (each.name === name ? each.text.trim() : ""));
  return texts.find((text) => text !== "") ?? null;
}

/** An attribute of the first child of this name that has it. */
export function childAttribute(node: XmlNode, name: string, own: string): string | null {
  const values = node.children.map((each) => (each.name === name ? attribute(each, own) : null));
  return values.find((value) => value !== null) ?? null;
}

/** The first element of this name anywhere in it. */
export function descendant(node: XmlNode, name: string): XmlNode | undefined {
  for (const each of node.children) {
    const found = each.name === name ? each : descendant(each, name);
    if (found) return found;
  }
  return undefined;
}

/** All elements of this name anywhere in it. */
export function descendants(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((each) => (each.name === name ? [each] : descendants(each, name)));
}

/** The text of the first attribute of these names. */
export function attribute(node: Pick<XmlNode, "attributes">, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = node.attributes[name]?.trim();
    if (value) return value;
  }
  return null;
}
