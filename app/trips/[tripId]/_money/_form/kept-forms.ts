import { markUnsaved } from "../../_shell/unsaved.ts";

/** Forms of one kind that were begun and not saved, by place: they outlive the dialog that they were typed in. */
export interface KeptForms<T> {
  at: (place: string) => T | undefined;
  keep: (place: string, form: T) => void;
  /** It is saved, or thrown away. */
  forget: (place: string) => void;
  /** Puts back what the service refused, unless its form was begun again by now. */
  bringBack: (place: string, form: T) => void;
}

export function makeKeptForms<T>(): KeptForms<T> {
  const kept = new Map<string, T>();
  function keep(place: string, form: T) {
    kept.set(place, form);
    markUnsaved(place, true);
  }
  return {
    at: (place) => kept.get(place),
    keep,
    forget(place) {
      kept.delete(place);
      markUnsaved(place, false);
    },
    bringBack(place, form) {
      if (!kept.has(place)) keep(place, form);
    },
  };
}
