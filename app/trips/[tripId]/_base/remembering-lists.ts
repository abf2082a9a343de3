import type { ListActions } from "#lib/client/list-actions.ts";
import { listAction } from "#lib/client/list-writes.ts";
import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";
import type { Remember, SayWrite } from "./undo-stack.ts";

/** Returns the actions of all list resources, each of which is remembered so that its author can undo it. */
export function rememberingLists(
  actions: ListActions,
  words: SayWrite,
  remember: Remember,
): Partial<ListActions> {
  const entries = LIST_KINDS.flatMap((kind) => {
    const [add, update] = [listAction("add", kind), listAction("update", kind)];
    const [move, remove] = [listAction("move", kind), listAction("delete", kind)];
    const remembered: Partial<ListActions> = {
      [add]: (input) => remember({ did: add, name: input.title, fields: [] }, actions[add](input)),
      [update]: (id, patch, options) =>
        remember(words(update, id, patch), actions[update](id, patch, options)),
      [move]: (id, to) => remember(words(move, id), actions[move](id, to)),
      [remove]: (id) => remember(words(remove, id), actions[remove](id)),
    };
    return Object.entries(remembered);
  });
  return Object.fromEntries(entries);
}
