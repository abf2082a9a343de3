"use client";

import { useEffect, useState } from "react";
import { commentAnchor } from "#lib/shared/notification-path.ts";

/**
 * The comment that the address asks for, as a notification of a mention does: once it is there it is brought into view, and the
 * address forgets it. Null while none is asked for.
 */
export function useAskedComment(ids: readonly string[]): string | null {
  const [askedId, setAskedId] = useState<string | null>(null);
  const all = ids.join(" ");
  useEffect(() => {
    function look() {
      const { hash, pathname, search } = window.location;
      const id = all.split(" ").find((each) => each !== "" && hash === `#${commentAnchor(each)}`);
      if (id === undefined) return;
      setAskedId(id);
      window.history.replaceState(window.history.state, "", `${pathname}${search}`);
    }
    look();
    // Another notification may lead into the same thread.
    const events = ["hashchange", "popstate"] as const;
    for (const event of events) window.addEventListener(event, look);
    return () => {
      for (const event of events) window.removeEventListener(event, look);
    };
  }, [all]);
  useEffect(() => {
    if (askedId === null) return undefined;
    // The drawer that it stands in may still be sliding in.
    const frame = requestAnimationFrame(() =>
      document.getElementById(commentAnchor(askedId))?.scrollIntoView({ block: "center" }),
    );
    return () => cancelAnimationFrame(frame);
  }, [askedId]);
  return askedId;
}
