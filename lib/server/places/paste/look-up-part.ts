import { AppError, assertNever } from "#lib/shared/errors.ts";
import { isLinkProblem, type LinkProblem } from "#lib/shared/link-problems.ts";
import { foldText } from "#lib/shared/fold.ts";
import type { PastedPart } from "#lib/shared/pasted-text.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { type PastedName, placeOfView, interpretPastedText } from "../pasted.ts";
import { isMeantPlace } from "./is-meant-place.ts";
import { type SearchArea, type PlaceMatch, NotLookedUp, type PlaceFinder } from "./place-finder.ts";
import { sentencesOf } from "./sentences.ts";
import type { PastePart } from "./split-paste.ts";

/**
 * The result of looking up one part of a paste, before it is compared with the plan. `link` is set when the place has a
 * URL of its own.
 */
export interface PartResult extends Omit<PastedPart, "outcome" | "link"> {
  outcome: "found" | "unsure" | "none" | "no_name" | "later" | LinkProblem;
  url: string | null;
}

export interface LookUpContext extends SearchArea {
  finder: PlaceFinder;
  /** The names that the model has found in the whole paste; null: there is no model, or it gave no answer. */
  proposed: readonly string[] | null;
}

const NO_TIMES = { startTime: null, endTime: null };

/** Looks up a part of a paste: mostly one place, or several that a sentence names. */
export async function lookUpPart(part: PastePart, looking: LookUpContext): Promise<PartResult[]> {
  switch (part.kind) {
    case "no_name":
      return [plain(part, "no_name")];
    case "prose":
      return lookThrough(part, looking);
    case "name":
      return orLater(part, () => lookUpName(part, part.text, looking));
    case "point":
      return orLater(part, async () => {
        const { lat, lng } = part.point;
        const [place] = await understood(`${lat},${lng}`, looking);
        return [place ? foundAt(part, { ...place, name: part.label }) : plain(part, "none")];
      });
    case "pasted":
      return orLater(part, () => lookUpPasted(part, looking));
    default:
      return assertNever(part);
  }
}

type Named = Extract<PastePart, { kind: "name" | "pasted" | "point" }>;

async function orLater(part: Named, look: () => Promise<PartResult[]>): Promise<PartResult[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof NotLookedUp)) throw error;
    return [plain(part, "later")];
  }
}

/** Looks up a line as a name, and otherwise as a sentence that may contain names. */
async function lookUpName(part: Named, text: string, { finder, near }: LookUpContext): Promise<PartResult[]> {
  const looked = await finder.findLine(text, near);
  if (looked) return [seen(part, looked)];
  const inIt = await finder.findInSentence(text);
  if (inIt.length === 0) return [{ ...plain(part, "none"), name: text.slice(0, 200) }];
  return inIt.map((each, index) => seen(index === 0 ? part : { ...part, ...NO_TIMES }, each));
}

async function lookUpPasted(
  part: Extract<PastePart, { kind: "pasted" }>,
  looking: LookUpContext,
): Promise<PartResult[]> {
  const { text, label, named } = part;
  const url = /^https?:/i.test(text) ? text : null;
  const said = label || (named ?? "");
  if (url !== null) looking.finder.spend();
  try {
    const understanding = await understandOne(said === "" ? text : `${said} ${text}`, looking);
    if (understanding === null) return await lookUpName(part, said || text, looking);
    if ("problem" in understanding) return await lookUpLinked(part, understanding, looking);
    const own = foundAt(part, understanding, url);
    if (named === null || isOneName(understanding, named)) return [own];
    // The line above the link names another place than the link, so the paste contains both places.
    return [
      ...(await lookUpName(part, named, looking)),
      { ...own, ...NO_TIMES, source: text, line: part.line + 1 },
    ];
  } catch (error) {
    const problem = error instanceof AppError ? error.details?.["link"] : undefined;
    if (!isLinkProblem(problem)) throw error;
    return [{ ...plain(part, problem), name: said || null }];
  }
}

function isOneName(place: PlaceDto, named: string): boolean {
  const [a, b] = [foldText(place.name), foldText(named)];
  return a === b || a.includes(b) || b.includes(a) || isMeantPlace(place, named);
}

async function lookUpLinked(part: Named, pasted: PastedName, looking: LookUpContext): Promise<PartResult[]> {
  const near = pasted.near ?? looking.near;
  const looked = await looking.finder.findLine(pasted.name, near);
  if (looked) return [seen(part, looked)];
  if (pasted.near) return [seen(part, { ...(await viewOf(pasted, pasted.near)), isSure: false })];
  return [{ ...plain(part, pasted.problem ?? "none"), name: pasted.name }];
}

async function viewOf({ name }: PastedName, near: { lat: number; lng: number }) {
  return { place: await placeOfView(near, name), name };
}

async function understandOne(
  text: string,
  { near, locale }: SearchArea,
): Promise<PlaceDto | PastedName | null> {
  const understanding = await interpretPastedText(text, { near, locale });
  return Array.isArray(understanding) ? (understanding[0] ?? null) : understanding;
}

async function understood(text: string, { near, locale }: SearchArea): Promise<PlaceDto[]> {
  const understanding = await interpretPastedText(text, { near, locale });
  return Array.isArray(understanding) ? understanding : [];
}

/** Looks up sentence after sentence; the sentences for which no time is left are reported. */
async function lookThrough(
  part: Extract<PastePart, { kind: "prose" }>,
  { finder, proposed }: LookUpContext,
): Promise<PartResult[]> {
  const named = new Map<string, PartResult>();
  const left: string[] = [];
  for (const sentence of sentencesOf(part.text)) {
    try {
      const found = proposed
        ? await lookUpProposed(
            part,
            proposed.filter((name) => sentence.includes(name)),
            finder,
          )
        : (await finder.findInSentence(sentence)).map((each) => seen({ ...part, source: each.said }, each));
      for (const each of found) {
        const key = each.place?.placeRef ?? each.source;
        if (!named.has(key)) named.set(key, each);
      }
    } catch (error) {
      if (!(error instanceof NotLookedUp)) throw error;
      left.push(sentence);
    }
  }
  const later = left.length === 0 ? [] : [{ ...plain(part, "later"), source: left.join(" ") }];
  if (named.size + left.length === 0) return [plain(part, "no_name")];
  return [...named.values(), ...later];
}

/**
 * Looks up the names that the model has found. A name without a result is reported, too, because the model considers it
 * a place.
 */
async function lookUpProposed(
  part: Source,
  names: readonly string[],
  finder: PlaceFinder,
): Promise<PartResult[]> {
  const looked: PartResult[] = [];
  for (const source of names) {
    const found = await finder.findLine(source);
    looked.push(
      found ? seen({ ...part, source }, found) : { ...plain({ ...part, source }, "none"), name: source },
    );
  }
  return looked;
}

type Source = Pick<PastePart, "source" | "line"> & Partial<Pick<PastedPart, "startTime" | "endTime">>;

function plain(part: Source, outcome: PartResult["outcome"]): PartResult {
  const { source, line, startTime = null, endTime = null } = part;
  return { source, line, outcome, name: null, place: null, startTime, endTime, url: null };
}

function foundAt(part: Source, place: PlaceDto, url: string | null = null): PartResult {
  return { ...plain(part, "found"), name: place.name, place, url };
}

function seen(part: Source, { place, name, isSure }: NonNullable<PlaceMatch>): PartResult {
  return { ...plain(part, isSure ? "found" : "unsure"), name, place };
}
