import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Locale, locales } from "#app/_i18n/locales.ts";
import { namespaces } from "#app/_i18n/namespaces.ts";
import { messageShape } from "./message-shape.ts";

const folder = join(import.meta.dirname, "../../app/_i18n/messages");

function read(locale: Locale, namespace: string): Map<string, string> {
  const texts = new Map<string, string>();
  collect(JSON.parse(readFileSync(join(folder, locale, `${namespace}.json`), "utf8")), "", texts);
  return texts;
}

function collect(value: unknown, path: string, texts: Map<string, string>): void {
  if (typeof value === "string") texts.set(path, value);
  else if (typeof value === "object" && value !== null) {
    for (const [key, child] of Object.entries(value)) collect(child, path ? `${path}.${key}` : key, texts);
  } else throw new Error(`${path} is no text.`);
}

test.each(locales)("%s has one file for each namespace", (locale) => {
  const files = readdirSync(join(folder, locale)).map((name) => name.replace(".json", ""));
  expect(files.toSorted()).toEqual([...namespaces].toSorted());
});

describe.each(namespaces)("%s", (namespace) => {
  const english = read("en", namespace);

  test.each(locales.filter((locale) => locale !== "en"))("%s has the keys of English", (locale) => {
    expect([...read(locale, namespace).keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test.each(locales)("%s has the placeholders and tags of English", (locale) => {
    for (const [key, text] of read(locale, namespace)) {
      expect(messageShape(text), `${key}: ${text}`).toEqual(messageShape(english.get(key) ?? ""));
    }
  });

  test.each(locales)("%s leaves nothing empty", (locale) => {
    expect([...read(locale, namespace)].filter(([, text]) => text.trim() === "")).toEqual([]);
  });
});

describe("messageShape", () => {
  test("finds placeholders inside of branches", () => {
    expect(messageShape("{n, plural, one {# of {all}} other {<b>{who}</b>}}")).toEqual({
      placeholders: ["all", "n", "who"],
      tags: ["b"],
    });
  });

  test("objects to an open brace", () => {
    expect(() => messageShape("{n, plural, one {#}")).toThrow("A brace is open");
  });
});

/**
 * Placeholders whose value can begin or end with a Chinese or a Latin character; for the latter, the style sheet adds
 * the space.
 */
const EITHER =
  "who|name|names|actor|subject|before|from|to|value|when|date|moment|theirs|list|field|range|title|member";
const CHINESE = "[\\u3000-\\u303f\\u4e00-\\u9fff\\uff00-\\uffef]";
const PLACE = `(?:<\\w+>)?\\{(?:${EITHER})\\}(?:</\\w+>)?`;
const STRAY = new RegExp(`${PLACE} (?:${CHINESE}|[{<])|${CHINESE} ${PLACE}|${CHINESE} ${CHINESE}`);

test.each(namespaces)("%s in Chinese has no space where a name may be Chinese too", (namespace) => {
  for (const [key, text] of read("zh", namespace)) {
    // Search words of commands, an example of a date, and a number in front of a name are exceptions.
    if (key.startsWith("also.") || namespace === "landing" || `${namespace}.${key}` === "map.marker")
      continue;
    expect(STRAY.exec(text)?.[0], `${key}: ${text}`).toBeUndefined();
  }
});
