import type { TripActions } from "#lib/client/trip-actions.ts";
import type { Echo } from "#lib/client/notices.ts";
import { createStore, type Store } from "./store.ts";

const DEPTH = 50;

export interface OwnWrite {
  /** Seq of the write's last event, once the service answered; null: it changed nothing. */
  done: Promise<number | null>;
}

export interface UndoStack {
  /** The actions of the provider, remembering what this person did here. */
  actions: TripActions;
  state: Store<{ writes: readonly OwnWrite[] }>;
  /** Takes back the newest write; resolves with it, or with null when there is nothing left. */
  undoLast: () => Promise<OwnWrite | null>;
  /** Takes back one particular write, as from a toast. */
  undoWrite: (write: Promise<Echo<unknown>>) => Promise<void>;
}

/** A person undoes what they did in this window, newest first; the history undoes everything else. */
export function createUndoStack(actions: TripActions): UndoStack {
  const state = createStore<{ writes: readonly OwnWrite[] }>({ writes: [] });
  const byPromise = new WeakMap<Promise<Echo<unknown>>, OwnWrite>();
  const drop = (write: OwnWrite) =>
    state.set({ writes: state.get().writes.filter((each) => each !== write) });

  function remember<T>(promise: Promise<Echo<T>>): Promise<Echo<T>> {
    const write: OwnWrite = { done: promise.then(({ seq }) => seq) };
    byPromise.set(promise, write);
    state.set({ writes: [...state.get().writes, write].slice(-DEPTH) });
    write.done.then(
      (seq) => seq === null && drop(write),
      () => drop(write),
    );
    return promise;
  }

  async function undoSeq(seq: number | null) {
    if (seq !== null) await actions.undo(seq);
  }

  return {
    actions: remembering(actions, remember),
    state,
    async undoLast() {
      const write = state.get().writes.at(-1);
      if (!write) return null;
      drop(write);
      await undoSeq(await write.done);
      return write;
    },
    async undoWrite(promise) {
      const write = byPromise.get(promise);
      if (write) drop(write);
      await undoSeq((await promise).seq);
    },
  };
}

type Remember = <T>(promise: Promise<Echo<T>>) => Promise<Echo<T>>;

/** The plan's writes are remembered; votes and comments have their own switch. */
function remembering(actions: TripActions, remember: Remember): TripActions {
  return {
    ...actions,
    addStop: (...input) => remember(actions.addStop(...input)),
    updateStop: (...input) => remember(actions.updateStop(...input)),
    moveStop: (...input) => remember(actions.moveStop(...input)),
    deleteStop: (...input) => remember(actions.deleteStop(...input)),
    updateTrip: (...input) => remember(actions.updateTrip(...input)),
    updateDay: (...input) => remember(actions.updateDay(...input)),
  };
}
