import { BUILD } from "#lib/client/base/build.ts";
import { formsStorageName } from "#lib/client/storage/own-storage.ts";
import { tabStorage } from "#lib/client/storage/tab-storage.ts";
import { markUnsaved } from "../unsaved.ts";

/** Unsaved forms of one kind, stored by key in the tab, so that they survive the dialog and a reload of the page. */
export interface StoredForms<T> {
  /** Returns the form of this key that was stored first. */
  at: (place: string) => T | undefined;
  keep: (place: string, form: T) => void;
  /** Deletes a form that was saved or discarded. */
  forget: (place: string, id?: string) => void;
  /** Stores a form again that the service has refused, unless a form with its id was started since. */
  bringBack: (place: string, form: T) => void;
  idOf: (form: T) => string;
}

interface Ways<T> {
  /** Identifies a form among those of one key: forms that the service has refused, and one that was started since. */
  idOf?: (form: T) => string;
  /** Returns the form without what cannot be serialized. */
  bare?: (form: T) => T;
}

/**
 * Creates the storage for the unsaved forms of one kind.
 * @param kind the name of the kind, which no other kind of form may use
 */
export function createStoredForms<T>(
  kind: string,
  { idOf = () => "", bare = (form) => form }: Ways<T> = {},
): StoredForms<T> {
  const kept = new Map<string, Map<string, T>>();

  function formsAt(place: string): Map<string, T> {
    const known = kept.get(place);
    if (known) return known;
    const left = unpack<T>(tabStorage.read(formsStorageName(kind, place)));
    const forms = new Map(left.map((form) => [idOf(form), form]));
    kept.set(place, forms);
    markUnsaved(place, forms.size > 0);
    return forms;
  }
  function changed(place: string, forms: ReadonlyMap<string, T>) {
    tabStorage.write(formsStorageName(kind, place), pack([...forms.values()].map(bare)));
    markUnsaved(place, forms.size > 0);
  }
  function keep(place: string, form: T) {
    changed(place, formsAt(place).set(idOf(form), form));
  }
  return {
    at: (place) => formsAt(place).values().next().value,
    keep,
    forget(place, id = "") {
      const forms = formsAt(place);
      forms.delete(id);
      changed(place, forms);
    },
    bringBack(place, form) {
      if (!formsAt(place).has(idOf(form))) keep(place, form);
    },
    idOf,
  };
}

function pack(forms: readonly unknown[]): string {
  return forms.length === 0 ? "" : JSON.stringify({ build: BUILD, forms });
}

/** Reads stored forms; those of another build are dropped, because they may have another shape. */
function unpack<T>(packed: string | null): T[] {
  try {
    const found = JSON.parse(packed ?? "null", sharing()) as { build?: unknown; forms?: unknown } | null;
    // The same build has written the value, so the cast is safe.
    return found?.build === BUILD && Array.isArray(found.forms) ? (found.forms as T[]) : [];
  } catch {
    return [];
  }
}

/**
 * Returns a reviver for `JSON.parse` that makes equal values one object again, because an untouched form is recognized
 * by being the same object as its start.
 */
function sharing(): (key: string, value: unknown) => unknown {
  const known = new Map<string, unknown>();
  return (_key, value) => {
    if (typeof value !== "object" || value === null) return value;
    const text = JSON.stringify(value);
    if (!known.has(text)) known.set(text, value);
    return known.get(text);
  };
}
