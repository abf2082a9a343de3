import * as z from "zod";
import { Id } from "../fields.ts";
import { links } from "../resources/link.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

/** The fields of a list resource from which its endpoints are made. */
interface Described {
  kind: string;
  list: string;
  New: z.ZodType;
  Patch: z.ZodType;
  Move: z.ZodType;
  Row: z.ZodType;
}

/** Returns the parameters of a path to one row of a list resource, such as `linkId`. */
function rowParams<const Kind extends string>(kind: Kind) {
  type Name = `${Kind}Id`;
  const id = { [`${kind}Id`]: Id } as { [K in Name]: typeof Id };
  return TripParams.extend(id);
}

/** The schemas and paths of a list resource with their own types. */
function partsOf<const R extends Described>({ kind, list, New, Patch, Move, Row }: R) {
  const name: R["kind"] = kind;
  const path: `/api/trips/{tripId}/${R["list"]}` = `/api/trips/{tripId}/${list}`;
  const onePath: `${typeof path}/{${R["kind"]}Id}` = `${path}/{${kind}Id}`;
  return {
    kind,
    list,
    path,
    onePath,
    params: rowParams<R["kind"]>(name),
    schemas: { New, Patch, Move, Row } as Pick<R, "New" | "Patch" | "Move" | "Row">,
    id: <const Verb extends string>(verb: Verb): `${R["list"]}.${Verb}` => `${list}.${verb}`,
  };
}

/** The endpoints of the list: read it, and add a row. */
function endpointsOfList<const R extends Described>(resource: R) {
  const { kind, list, path, schemas, id } = partsOf(resource);
  return {
    list: endpoint({
      id: id("list"),
      method: "GET",
      path,
      access: "guest",
      summary: `List the ${list} of a trip, in their order.`,
      params: TripParams,
      response: z.array(schemas.Row),
      status: 200,
    }),
    create: endpoint({
      id: id("create"),
      method: "POST",
      path,
      access: "editor",
      summary: `Add a ${kind} at the end.`,
      params: TripParams,
      body: schemas.New,
      response: schemas.Row,
      status: 201,
    }),
  };
}

/** The endpoints of one row: update, move, delete and restore it. */
function endpointsOfRow<const R extends Described>(resource: R) {
  const { kind, onePath, params, schemas, id } = partsOf(resource);
  return {
    update: endpoint({
      id: id("update"),
      method: "PATCH",
      path: onePath,
      access: "editor",
      summary: `Change a ${kind}.`,
      params,
      body: schemas.Patch,
      response: schemas.Row,
      status: 200,
    }),
    move: endpoint({
      id: id("move"),
      method: "POST",
      path: `${onePath}/move`,
      access: "editor",
      summary: `Put a ${kind} behind another one.`,
      params,
      body: schemas.Move,
      response: schemas.Row,
      status: 200,
    }),
    delete: endpoint({
      id: id("delete"),
      method: "DELETE",
      path: onePath,
      access: "editor",
      summary: `Delete a ${kind}; it can be restored.`,
      params,
      status: 204,
    }),
    restore: endpoint({
      id: id("restore"),
      method: "POST",
      path: `${onePath}/restore`,
      access: "editor",
      summary: `Restore a deleted ${kind}.`,
      params,
      response: schemas.Row,
      status: 200,
    }),
  };
}

/** The endpoints of each list resource, by its list. */
export const listsApi = { links: { ...endpointsOfList(links), ...endpointsOfRow(links) } };
