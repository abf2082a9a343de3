import type { ReactNode } from "react";

/** For `t.rich`: a name or address that stands out of its sentence. */
export function strong(words: ReactNode) {
  return <b className="font-medium break-words text-text">{words}</b>;
}

/** The same inside a quiet line. */
export function strongQuiet(words: ReactNode) {
  return <b className="font-medium text-text-2">{words}</b>;
}
