import { listsApi } from "#lib/shared/api/lists.ts";
import { LIST_RESOURCES, type ListKind } from "#lib/shared/resources/list-resources.ts";
import { resource, route, writeRoute } from "../http/route.ts";
import { addRow, deleteRow, listRows, moveRow, restoreRow, updateRow } from "./list-verbs.ts";

/** Returns the route files of a list resource: the list, one row, and what is done to a row. */
export function listRoutes(kind: ListKind) {
  const api = listsApi[LIST_RESOURCES[kind].list];
  const idIn = (params: Record<string, string>): string => params[`${kind}Id`] ?? "";
  return {
    list: resource(
      route(api.list, ({ ctx, params }) => listRows(ctx, kind, params.tripId)),
      writeRoute(api.create, ({ ctx, params, body }) => addRow(ctx, kind, params.tripId, body)),
    ),
    row: resource(
      writeRoute(api.update, ({ ctx, params, body }) =>
        updateRow(ctx, kind, params.tripId, idIn(params), body),
      ),
      writeRoute(api.delete, ({ ctx, params }) => deleteRow(ctx, kind, params.tripId, idIn(params))),
    ),
    move: resource(
      writeRoute(api.move, ({ ctx, params, body }) => moveRow(ctx, kind, params.tripId, idIn(params), body)),
    ),
    restore: resource(
      writeRoute(api.restore, ({ ctx, params }) => restoreRow(ctx, kind, params.tripId, idIn(params))),
    ),
  };
}
