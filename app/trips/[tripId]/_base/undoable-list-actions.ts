import { actionsOfKind, type ListActions, namedListActions } from "#lib/client/open-trip/list-actions.ts";
import { listActionName } from "#lib/client/writes/list-writes.ts";
import type { WriteRecorder, WriteDescriber } from "./undo-stack.ts";

/** Returns the actions of all list resources, each of which is remembered so that its author can undo it. */
export function undoableListActions(
  actions: ListActions,
  words: WriteDescriber,
  remember: WriteRecorder,
): ListActions {
  return namedListActions((kind) => {
    const plain = actionsOfKind(actions, kind);
    const [add, update] = [listActionName("add", kind), listActionName("update", kind)];
    const [move, remove] = [listActionName("move", kind), listActionName("delete", kind)];
    return {
      add: (input) => remember({ did: add, name: input.title, fields: [] }, plain.add(input)),
      update: (id, patch, options) => remember(words(update, id, patch), plain.update(id, patch, options)),
      move: (id, to) => remember(words(move, id), plain.move(id, to)),
      delete: (id) => remember(words(remove, id), plain.delete(id)),
      // A restore is an undo itself, so it is not recorded as a write that can be undone.
      restore: plain.restore,
    };
  });
}
