import { newId } from "#lib/client/base/ids.ts";
import { actionsOfKind } from "#lib/client/open-trip/list-actions.ts";
import { listActionName } from "#lib/client/writes/list-writes.ts";
import type { WriteAnswer } from "#lib/client/writes/notices.ts";
import { LIST_KINDS, LIST_RESOURCES, type ListKind } from "#lib/shared/resources/list-resources.ts";
import type { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { ListRow } from "#lib/shared/resources/list-schemas.ts";
import { LIST_SAMPLES } from "#tests/factories/list-rows.ts";
import type { Operation } from "./fuzz-operations.ts";

const done = (outcome: Promise<WriteAnswer<unknown>>, creates: string | null = null) => ({
  outcome,
  creates,
});

function operationsOf(kind: ListKind): Record<string, Operation> {
  const { list, detail } = LIST_RESOURCES[kind];
  const { create } = LIST_SAMPLES[kind];
  const rowsOf = (session: TripSession): readonly ListRow[] => session.store.trip[list];
  return {
    [listActionName("add", kind)](session, _chance, turn) {
      const id = newId();
      return done(actionsOfKind(session.actions, kind).add({ ...create, id, title: `Row ${turn}` }), id);
    },
    [listActionName("update", kind)](session, chance, turn) {
      const row = chance.pick(rowsOf(session));
      const isTitle = chance.is(0.5);
      const patch = isTitle
        ? { title: `Row ${turn}` }
        : { [detail]: `${Reflect.get(create, detail)}${turn}` };
      const { update } = actionsOfKind(session.actions, kind);
      return row ? done(update(row.id, patch, { force: chance.is(0.2) })) : null;
    },
    [listActionName("move", kind)](session, chance) {
      const [row, anchor] = [chance.pick(rowsOf(session)), chance.pick(rowsOf(session))];
      const afterId = chance.is(0.3) ? null : (anchor?.id ?? null);
      return row ? done(actionsOfKind(session.actions, kind).move(row.id, { afterId })) : null;
    },
    [listActionName("delete", kind)](session, chance) {
      const row = chance.pick(rowsOf(session));
      if (!row) return null;
      const actions = actionsOfKind(session.actions, kind);
      const gone = done(actions.delete(row.id));
      if (chance.is(0.5)) void actions.restore(row);
      return gone;
    },
  };
}

/** Writes of every list resource. */
export const LIST_OPERATIONS: Record<string, Operation> = Object.assign({}, ...LIST_KINDS.map(operationsOf));

/** The relative frequency of each write of {@link LIST_OPERATIONS}. */
export const LIST_WEIGHTS: Record<string, number> = Object.fromEntries(
  Object.keys(LIST_OPERATIONS).map((name) => [name, name.startsWith("add") ? 2 : 1]),
);
