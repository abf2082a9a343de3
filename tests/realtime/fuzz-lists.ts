import { newId } from "#lib/client/ids.ts";
import { listAction } from "#lib/client/list-writes.ts";
import type { WriteAnswer } from "#lib/client/notices.ts";
import { LIST_KINDS, LIST_RESOURCES, type ListKind } from "#lib/shared/resources/list-resources.ts";
import { LIST_SAMPLES } from "#tests/factories/list-rows.ts";
import type { Operation } from "./fuzz-operations.ts";

const done = (outcome: Promise<WriteAnswer<unknown>>, creates: string | null = null) => ({
  outcome,
  creates,
});

function operationsOf(kind: ListKind): Record<string, Operation> {
  const { list } = LIST_RESOURCES[kind];
  return {
    [listAction("add", kind)](session, _chance, turn) {
      const id = newId();
      const input = { ...LIST_SAMPLES[kind].create, id, title: `Row ${turn}` };
      return done(session.actions[listAction("add", kind)](input), id);
    },
    [listAction("update", kind)](session, chance, turn) {
      const row = chance.pick(session.store.trip[list]);
      const patch = chance.is(0.5) ? { title: `Row ${turn}` } : { notes: `Notes ${turn}` };
      const update = session.actions[listAction("update", kind)];
      return row ? done(update(row.id, patch, { force: chance.is(0.2) })) : null;
    },
    [listAction("move", kind)](session, chance) {
      const [row, anchor] = [chance.pick(session.store.trip[list]), chance.pick(session.store.trip[list])];
      const afterId = chance.is(0.3) ? null : (anchor?.id ?? null);
      return row ? done(session.actions[listAction("move", kind)](row.id, { afterId })) : null;
    },
    [listAction("delete", kind)](session, chance) {
      const row = chance.pick(session.store.trip[list]);
      if (!row) return null;
      const gone = done(session.actions[listAction("delete", kind)](row.id));
      if (chance.is(0.5)) void session.actions[listAction("restore", kind)](row);
      return gone;
    },
  };
}

/** Writes of every list resource. */
export const LIST_OPERATIONS: Record<string, Operation> = Object.assign({}, ...LIST_KINDS.map(operationsOf));

/** How often each of them is drawn. */
export const LIST_WEIGHTS: Record<string, number> = Object.fromEntries(
  Object.keys(LIST_OPERATIONS).map((name) => [name, name.startsWith("add") ? 2 : 1]),
);
