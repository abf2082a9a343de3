import { BUILD } from "#lib/client/build.ts";
import { formsName } from "#lib/client/own-storage.ts";
import { tabStorage } from "#lib/client/tab-storage.ts";
import { markUnsaved } from "../../_shell/unsaved.ts";

/** Forms of one kind that were begun and not saved, by place: they outlive the dialog that they were typed in, and the page. */
export interface KeptForms<T> {
  /** What waits there the longest. */
  at: (place: string) => T | undefined;
  keep: (place: string, form: T) => void;
  /** It is saved, or thrown away. */
  forget: (place: string, id?: string) => void;
  /** Puts back what the service refused, unless its form was begun again by now. */
  bringBack: (place: string, form: T) => void;
  idOf: (form: T) => string;
}

interface Ways<T> {
  /** Tells the forms of one place apart, where several may wait: those that the service refused, and the one that was begun since. */
  idOf?: (form: T) => string;
  /** The form without what can't be written down. */
  bare?: (form: T) => T;
}

/** @param kind unlike any other's */
export function makeKeptForms<T>(
  kind: string,
  { idOf = () => "", bare = (form) => form }: Ways<T> = {},
): KeptForms<T> {
  const kept = new Map<string, Map<string, T>>();

  function formsAt(place: string): Map<string, T> {
    const known = kept.get(place);
    if (known) return known;
    const left = unpack<T>(tabStorage.read(formsName(kind, place)));
    const forms = new Map(left.map((form) => [idOf(form), form]));
    kept.set(place, forms);
    markUnsaved(place, forms.size > 0);
    return forms;
  }
  function changed(place: string, forms: ReadonlyMap<string, T>) {
    tabStorage.write(formsName(kind, place), pack([...forms.values()].map(bare)));
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

/** What another build has left may have another shape, and is not taken up. */
function unpack<T>(packed: string | null): T[] {
  try {
    const found = JSON.parse(packed ?? "null", sharing()) as { build?: unknown; forms?: unknown } | null;
    // This very build has written it.
    return found?.build === BUILD && Array.isArray(found.forms) ? (found.forms as T[]) : [];
  } catch {
    return [];
  }
}

/** What is the same is one object again: a form tells by that what nobody has touched since it was begun. */
function sharing(): (key: string, value: unknown) => unknown {
  const known = new Map<string, unknown>();
  return (_key, value) => {
    if (typeof value !== "object" || value === null) return value;
    const text = JSON.stringify(value);
    if (!known.has(text)) known.set(text, value);
    return known.get(text);
  };
}
