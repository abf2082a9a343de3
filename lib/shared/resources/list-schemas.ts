import * as z from "zod";
import { eventSchema, DeletedEntity } from "../event-frame.ts";
import { links } from "./link.ts";
import { LIST_RESOURCES, type ListKind } from "./list-resources.ts";

/** The schemas of each list resource, by its kind. */
type Schemas = { link: typeof links };

export type ListRow<K extends ListKind = ListKind> = z.infer<Schemas[K]["Row"]>;
export type NewListRow<K extends ListKind = ListKind> = z.infer<Schemas[K]["New"]>;
export type ListPatch<K extends ListKind = ListKind> = z.infer<Schemas[K]["Patch"]>;
export type ListMove = z.infer<Schemas[ListKind]["Move"]>;

function rowEvents<const Kind extends string, Row extends z.ZodType>({
  kind,
  Row,
}: {
  kind: Kind;
  Row: Row;
}) {
  return [
    eventSchema(`${kind}.created`, Row),
    eventSchema(`${kind}.updated`, Row),
    eventSchema(`${kind}.moved`, Row),
    eventSchema(`${kind}.deleted`, DeletedEntity),
    eventSchema(`${kind}.restored`, Row),
  ] as const;
}

/** The events of all list resources. */
export const listEvents = [...rowEvents(links)] as const;

function rows<Row extends z.ZodType>(row: Row) {
  return z.array(row).meta({ description: "ordered by position and id" });
}

/** The lists of all list resources in the whole trip. */
export const listShapes = { links: rows(links.Row) };

/** The lists of all list resources in a trip file; older files lack them. */
export const fileShapes = { links: z.array(links.FileRow).max(LIST_RESOURCES.link.max).default([]) };
