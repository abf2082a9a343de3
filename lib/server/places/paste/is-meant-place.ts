import { foldText } from "#lib/shared/fold.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { namesOf } from "../merge-places.ts";

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Whether a result of a search is the place that a line names: the line is its name; or each word of the line is in its
 * name and address; or the line contains a name of several words.
 */
export function isMeantPlace(place: PlaceDto, text: string): boolean {
  const asked = foldText(text);
  if (asked === "") return false;
  return namesOf(place).some((name) => name === asked || saysAll(place, name, asked) || isIn(name, asked));
}

function saysAll({ town, region, address }: PlaceDto, name: string, asked: string): boolean {
  if (WIDE.test(asked)) return Array.from(asked).length >= 2 && name.includes(asked);
  const own = name.split(" ");
  const around = foldText([town, region, address].join(" ")).split(" ");
  const words = asked.split(" ");
  return (
    words.some((word) => word.length >= 3 && own.includes(word)) &&
    words.every((word) => own.includes(word) || around.includes(word))
  );
}

function isIn(name: string, asked: string): boolean {
  if (WIDE.test(name)) return Array.from(name).length >= 3 && asked.includes(name);
  return name.includes(" ") && ` ${asked} `.includes(` ${name} `);
}
