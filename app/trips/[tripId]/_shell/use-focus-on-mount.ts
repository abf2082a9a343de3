import { type RefObject, useEffect, useRef } from "react";

/** For a field that appears because someone asked for it: the focus goes there, at the end of its text. */
export function useFocusOnMount<T extends HTMLInputElement | HTMLTextAreaElement>(): RefObject<T | null> {
  const field = useRef<T>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return field;
}
