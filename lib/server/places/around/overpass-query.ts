import { AROUND_CATEGORY_TAGS, type AroundCategory } from "#lib/shared/around-categories.ts";
import { boxOf, type MapCell } from "#lib/shared/map-cells.ts";
import type { PlaceCategory } from "#lib/shared/place-categories.ts";
import { categoryOfTags } from "#lib/shared/map-categories.ts";
import { type FoundObject, toFoundObject } from "../map-object.ts";
import { elementsIn, type MapElement } from "../overpass.ts";

/** An object as it is cached: with its names in all languages, for every reader. */
export interface FoundAround extends Omit<FoundObject, "kind"> {
  ref: string;
  category: PlaceCategory | undefined;
}

export interface FoundInCell {
  found: FoundAround[];
  /** Whether the cell contains more objects than were requested. */
  isCut: boolean;
}

const MOST_IN_CELL = 60;

/**
 * Returns one request in the query language of Overpass for several cells: for each cell the number of objects, and
 * then the objects.
 */
export function overpassQuery(category: AroundCategory, cells: readonly MapCell[]): string {
  const { tags, isNameless } = AROUND_CATEGORY_TAGS[category];
  const named = isNameless ? "" : '["name"]';
  const parts = cells.map((cell) => {
    const { south, west, north, east } = boxOf(cell);
    const box = [south, west, north, east].map((degrees) => degrees.toFixed(6)).join(",");
    const kinds = Object.entries(tags).map(
      ([key, values]) => `nwr["${key}"~"^(${values.join("|")})$"]${named}(${box});`,
    );
    return `(${kinds.join("")});out count;out tags center ${MOST_IN_CELL};`;
  });
  return `[out:json][timeout:8];${parts.join("")}`;
}

/**
 * Reads the answer as one result per cell, in the order of the cells.
 * @throws Error for an answer that is not about these cells
 */
export function readOverpassAnswer(body: unknown, status: number, cells: readonly MapCell[]): FoundInCell[] {
  const blocks: FoundInCell[] = [];
  for (const element of elementsIn(body, status)) {
    if (element.type === "count") {
      blocks.push({ found: [], isCut: Number(element.tags?.["total"]) > MOST_IN_CELL });
    } else {
      blocks.at(-1)?.found.push(...foundIn(element));
    }
  }
  if (blocks.length !== cells.length) throw new Error("It is not about these cells.");
  return blocks;
}

function foundIn(element: MapElement): FoundAround[] {
  const object = toFoundObject(element);
  if (!object) return [];
  const { point, names, tags } = object;
  const ref = `osm:${element.type}/${element.id}`;
  return [{ ref, point, names, tags, category: categoryOfTags(element.tags ?? {}) }];
}
