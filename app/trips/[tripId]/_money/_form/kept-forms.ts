import { markUnsaved } from "../../_shell/unsaved.ts";

/** Forms of one kind that were begun and not saved, by place: they outlive the dialog that they were typed in. */
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

/**
 * @param idOf tells the forms of one place apart, where several may wait: those that the service refused, and the one
 * that was begun since
 */
export function makeKeptForms<T>(idOf: (form: T) => string = () => ""): KeptForms<T> {
  const kept = new Map<string, Map<string, T>>();
  function keep(place: string, form: T) {
    const forms = kept.get(place) ?? new Map<string, T>();
    kept.set(place, forms.set(idOf(form), form));
    markUnsaved(place, true);
  }
  return {
    at: (place) => kept.get(place)?.values().next().value,
    keep,
    forget(place, id = "") {
      const forms = kept.get(place);
      forms?.delete(id);
      if (forms && forms.size > 0) return;
      kept.delete(place);
      markUnsaved(place, false);
    },
    bringBack(place, form) {
      if (!kept.get(place)?.has(idOf(form))) keep(place, form);
    },
    idOf,
  };
}
