import { type RefObject, useEffect, useRef } from "react";

/** Returns a ref with the latest value, for handlers that outlive a render. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  }, [value]);
  return ref;
}
