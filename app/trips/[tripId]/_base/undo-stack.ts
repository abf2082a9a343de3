import type { ListAction } from "#lib/client/writes/list-writes.ts";
import type { TripActions } from "#lib/client/open-trip/trip-actions.ts";
import type { WriteAnswer } from "#lib/client/writes/notices.ts";
import { undoableListActions } from "./undoable-list-actions.ts";
import { createStore, type Store } from "./store.ts";

const DEPTH = 50;

/** Describes a write for the message about its undo. */
export interface WriteDescription {
  did:
    | "addStop"
    | "addStops"
    | "updateStop"
    | "moveStop"
    | "deleteStop"
    | "updateTrip"
    | "updateDay"
    | "orderDay"
    | "addItems"
    | "updateItem"
    | "moveItem"
    | "deleteItem"
    | "addReservation"
    | "updateReservation"
    | "deleteReservation"
    | "addExpense"
    | "updateExpense"
    | "deleteExpense"
    | "addSettlement"
    | "updateSettlement"
    | "deleteSettlement"
    | "setBudget"
    | "addAttachment"
    | "deleteAttachment"
    | "addDecision"
    | "updateDecision"
    | "closeDecision"
    | "reopenDecision"
    | "deleteDecision"
    | "acceptSuggestion"
    | "dismissSuggestion"
    | ListAction<"add" | "update" | "move" | "delete">;
  /** The name of the stop, reservation or file at that time, or the date of the day. */
  name: string;
  fields: readonly string[];
}

export interface OwnWrite {
  words: WriteDescription;
  /** Resolves when the service has answered or the change is in the draft of suggestions. */
  done: Promise<WriteAnswer<unknown>>;
  /** Whether the write was made and answered before this page was loaded. */
  isRecalled?: boolean;
}

export interface UndoStack {
  /** The trip's actions, which also record what the user can undo. */
  actions: TripActions;
  state: Store<{ writes: readonly OwnWrite[] }>;
  /** Restores the writes from before a reload. Call this after the first render, which must not depend on them. */
  recall: () => void;
  /** Undoes the newest write. Resolves with its description and the answer, or with null if nothing was undone. */
  undoLast: () => Promise<{ words: WriteDescription; echo: WriteAnswer<unknown> } | null>;
  /** Undoes one particular write, for example from a toast. */
  undoWrite: (write: Promise<WriteAnswer<unknown>>) => Promise<void>;
}

/** A write that the service has answered, in the form in which it survives a reload. */
export interface AnsweredWrite {
  words: WriteDescription;
  seq: number;
}

/** The storage of the answered writes in this tab. */
export interface UndoMemory {
  read: () => readonly AnsweredWrite[];
  write: (writes: readonly AnsweredWrite[]) => void;
}

interface UndoWays {
  memory: UndoMemory;
  /** Returns the present name of a row. */
  nameOf: (id: string) => string;
  /**
   * Removes a write from the write queue and returns a function that adds it again; null if it was sent and may have
   * arrived.
   */
  unsend: (write: Promise<unknown>) => (() => void) | null;
}

/**
 * Creates the list of the writes that the user made in this tab, also before a reload; undo takes the newest first.
 * Everything else is undone in the activity.
 */
export function createUndoStack(actions: TripActions, { memory, nameOf, unsend }: UndoWays): UndoStack {
  const own = createOwnWrites(memory);
  const { drop, remember } = own;

  /** Removes a write that was never sent from the queue; the answer's `takeBack` adds it again. */
  function takeBackHere({ words, done }: OwnWrite): WriteAnswer<unknown> | null {
    const again = unsend(done);
    if (!again) return null;
    const redo = () => {
      again();
      void remember(words, done);
      return { data: undefined, seq: null };
    };
    return { data: undefined, seq: null, takeBack: redo };
  }

  async function takeBack(echo: WriteAnswer<unknown>): Promise<WriteAnswer<unknown> | null> {
    if (echo.takeBack) return echo.takeBack();
    return echo.seq === null ? null : actions.undo(echo.seq);
  }

  return {
    actions: remembering(actions, nameOf, remember),
    state: own.state,
    recall: own.recall,
    async undoLast() {
      const write = own.state.get().writes.at(-1);
      if (!write) return null;
      drop(write);
      const echo = takeBackHere(write) ?? (await takeBack(await write.done));
      return echo && { words: write.words, echo };
    },
    async undoWrite(promise) {
      const write = own.find(promise);
      if (write) drop(write);
      if (write && takeBackHere(write)) return;
      await takeBack(await promise);
    },
  };
}

/** The writes of this tab that can be undone, oldest first. The answered ones are stored and survive a reload. */
function createOwnWrites(memory: UndoMemory) {
  const state = createStore<{ writes: readonly OwnWrite[] }>({ writes: [] });
  const byPromise = new WeakMap<Promise<WriteAnswer<unknown>>, OwnWrite>();
  const seqs = new WeakMap<OwnWrite, number>();
  let isRecalled = false;

  function keep(writes: readonly OwnWrite[]): void {
    state.set({ writes });
    memory.write(
      writes.flatMap((write) => {
        const seq = seqs.get(write);
        return seq === undefined ? [] : [{ words: write.words, seq }];
      }),
    );
  }
  function drop(write: OwnWrite): void {
    keep(state.get().writes.filter((each) => each !== write));
  }
  function settle(write: OwnWrite, echo: WriteAnswer<unknown>): void {
    if (changedNothing(echo)) return drop(write);
    if (echo.seq !== null) seqs.set(write, echo.seq);
    return keep(state.get().writes);
  }
  function remember<T>(words: WriteDescription, promise: Promise<WriteAnswer<T>>): Promise<WriteAnswer<T>> {
    const write: OwnWrite = { words, done: promise };
    byPromise.set(promise, write);
    state.set({ writes: [...state.get().writes, write].slice(-DEPTH) });
    write.done.then(
      (echo) => settle(write, echo),
      () => drop(write),
    );
    return promise;
  }
  function recall(): void {
    if (isRecalled) return;
    isRecalled = true;
    const before = memory.read().map(({ words, seq }) => {
      const write: OwnWrite = { words, done: answered(seq), isRecalled: true };
      seqs.set(write, seq);
      return write;
    });
    state.set({ writes: [...before, ...state.get().writes].slice(-DEPTH) });
  }
  return {
    state,
    drop,
    remember,
    recall,
    find: (promise: Promise<WriteAnswer<unknown>>) => byPromise.get(promise),
  };
}

function answered(seq: number): Promise<WriteAnswer<unknown>> {
  return Promise.resolve({ data: undefined, seq });
}

function changedNothing({ seq, takeBack }: WriteAnswer<unknown>): boolean {
  return seq === null && !takeBack;
}

/** Parameters of a write that are no fields of the row. */
const ASIDE: ReadonlySet<string> = new Set(["dateMode", "currencyRate"]);

export type WriteDescriber = (did: WriteDescription["did"], id: string, patch?: object) => WriteDescription;
export type WriteRecorder = <T>(
  words: WriteDescription,
  promise: Promise<WriteAnswer<T>>,
) => Promise<WriteAnswer<T>>;

/**
 * Wraps the actions so that changes of the plan can be undone. Votes and comments are not recorded: the user reverses
 * them by voting or editing again.
 */
function remembering(
  actions: TripActions,
  nameOf: (id: string) => string,
  remember: WriteRecorder,
): TripActions {
  // The name is read before the write, which may change or delete it.
  const words: WriteDescriber = (did, id, patch = {}) => ({
    did,
    name: nameOf(id),
    fields: Object.keys(patch).filter((field) => !ASIDE.has(field)),
  });
  return {
    ...actions,
    addStop: (input) => remember({ did: "addStop", name: input.name, fields: [] }, actions.addStop(input)),
    addStops: (inputs) =>
      remember({ did: "addStops", name: inputs[0]?.name ?? "", fields: [] }, actions.addStops(inputs)),
    updateStop: (id, patch, options) =>
      remember(words("updateStop", id, patch), actions.updateStop(id, patch, options)),
    moveStop: (id, to) => remember(words("moveStop", id), actions.moveStop(id, to)),
    deleteStop: (id) => remember(words("deleteStop", id), actions.deleteStop(id)),
    addItems: (items) =>
      remember({ did: "addItems", name: items[0]?.text ?? "", fields: [] }, actions.addItems(items)),
    updateItem: (id, patch, options) =>
      remember(words("updateItem", id, patch), actions.updateItem(id, patch, options)),
    moveItem: (id, to) => remember(words("moveItem", id), actions.moveItem(id, to)),
    deleteItem: (id) => remember(words("deleteItem", id), actions.deleteItem(id)),
    addReservation: (input) =>
      remember({ did: "addReservation", name: input.title, fields: [] }, actions.addReservation(input)),
    updateReservation: (id, patch, options) =>
      remember(words("updateReservation", id, patch), actions.updateReservation(id, patch, options)),
    deleteReservation: (id) => remember(words("deleteReservation", id), actions.deleteReservation(id)),
    ...rememberingMoney(actions, words, remember),
    ...undoableListActions(actions, words, remember),
    addAttachment: (uploaded) =>
      remember(
        { did: "addAttachment", name: uploaded.data.name, fields: [] },
        actions.addAttachment(uploaded),
      ),
    deleteAttachment: (id) => remember(words("deleteAttachment", id), actions.deleteAttachment(id)),
    addDecision: (input) =>
      remember({ did: "addDecision", name: input.title, fields: [] }, actions.addDecision(input)),
    updateDecision: (id, patch, options) =>
      remember(words("updateDecision", id, patch), actions.updateDecision(id, patch, options)),
    closeDecision: (id, winnerId) =>
      remember(words("closeDecision", id), actions.closeDecision(id, winnerId)),
    reopenDecision: (id) => remember(words("reopenDecision", id), actions.reopenDecision(id)),
    deleteDecision: (id) => remember(words("deleteDecision", id), actions.deleteDecision(id)),
    acceptSuggestion: (id, options) =>
      remember(words("acceptSuggestion", id), actions.acceptSuggestion(id, options)),
    dismissSuggestion: (id, note) =>
      remember(words("dismissSuggestion", id), actions.dismissSuggestion(id, note)),
    updateTrip: (patch, options) =>
      remember(words("updateTrip", "", patch), actions.updateTrip(patch, options)),
    orderDay: (id, stopIds, options) =>
      remember(words("orderDay", id), actions.orderDay(id, stopIds, options)),
    updateDay: (id, patch, options) =>
      remember(words("updateDay", id, patch), actions.updateDay(id, patch, options)),
  };
}

type MoneyWrites = Pick<
  TripActions,
  `${"add" | "update" | "delete"}${"Expense" | "Settlement"}` | "setBudget"
>;

function rememberingMoney(actions: TripActions, words: WriteDescriber, remember: WriteRecorder): MoneyWrites {
  return {
    addExpense: (input, options) =>
      remember({ did: "addExpense", name: input.title, fields: [] }, actions.addExpense(input, options)),
    updateExpense: (id, patch, options) =>
      remember(
        { ...words("updateExpense", id, patch), ...(options?.known ? { name: options.known.title } : {}) },
        actions.updateExpense(id, patch, options),
      ),
    deleteExpense: (id) => remember(words("deleteExpense", id), actions.deleteExpense(id)),
    addSettlement: (input, options) =>
      remember(words("addSettlement", ""), actions.addSettlement(input, options)),
    updateSettlement: (id, patch, options) =>
      remember(words("updateSettlement", id, patch), actions.updateSettlement(id, patch, options)),
    deleteSettlement: (id) => remember(words("deleteSettlement", id), actions.deleteSettlement(id)),
    setBudget: (budget, options) => remember(words("setBudget", ""), actions.setBudget(budget, options)),
  };
}
