import type { AroundCategory } from "#lib/shared/around-categories.ts";
import type { MapCell } from "#lib/shared/map-cells.ts";
import { type ConfiguredService, configuredService } from "../../open-services/clients.ts";
import type { SentRequest } from "../../open-services/open-service.ts";
import { DAY_MS } from "../place-server.ts";
import { overpassQuery, type FoundInCell, readOverpassAnswer } from "./overpass-query.ts";

const KEPT_MS = { some: 7 * DAY_MS, none: DAY_MS };
/** How long the answer for all cells together is cached: until the database has the answer of each cell. */
const TOGETHER_MS = 60_000;

/** Returns what is known of the cells. The cells without a cached answer are requested together. */
export async function cellsAround(
  category: AroundCategory,
  cells: readonly MapCell[],
  service: ConfiguredService | null = configuredService("placeFacts"),
): Promise<{ known: FoundInCell[]; isPending: boolean }> {
  if (!service) return { known: [], isPending: false };
  const { client } = service;
  const kept = await client.known<FoundInCell>(cells.map((cell) => filedAs(service, category, cell)));
  const known = kept.flatMap((answer) => (answer ? [answer.says] : []));
  const missing = cells.filter((_, index) => !kept[index]);
  if (missing.length === 0) return { known, isPending: false };
  const data = overpassQuery(category, missing);
  const answer = await client.ask<FoundInCell[]>({
    url: `${service.url}/api/interpreter?${new URLSearchParams({ data })}`,
    read(body, status) {
      const found = readOverpassAnswer(body, status, missing);
      for (const [index, cell] of missing.entries()) {
        const inCell = found[index];
        const keptMs = inCell && inCell.found.length > 0 ? KEPT_MS.some : KEPT_MS.none;
        if (inCell) client.note(filedAs(service, category, cell), inCell, keptMs);
      }
      return found;
    },
    keptMs: () => TOGETHER_MS,
  });
  return { known: [...known, ...(answer?.says ?? [])], isPending: answer === null };
}

function filedAs({ url }: ConfiguredService, category: AroundCategory, { zoom, x, y }: MapCell): SentRequest {
  return { url, sameAs: `${category} in ${zoom}/${x}/${y}` };
}
