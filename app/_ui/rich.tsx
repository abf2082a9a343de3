import type { ReactNode } from "react";

/** For `t.rich`: a name or address that is emphasised in its sentence. */
export function strong(words: ReactNode) {
  return <b className="font-medium break-words text-text">{words}</b>;
}

/** For `t.rich`: a name or address that is emphasised in a secondary text. */
export function strongQuiet(words: ReactNode) {
  return <b className="font-medium text-text-2">{words}</b>;
}
