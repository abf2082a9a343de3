import { type RefObject, useEffect, useRef } from "react";

/** Focuses a field that appears after a user's action, with the caret at the end of its text. */
export function useFocusOnMount<T extends HTMLInputElement | HTMLTextAreaElement>(): RefObject<T | null> {
  const field = useRef<T>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return field;
}
