"use client";

import { useEffect, useState } from "react";
import { commentAnchor } from "#lib/shared/notification-path.ts";

/**
 * Returns the id of the comment that the address refers to, for example from a notification of a mention, or null.
 * Once the comment is loaded it is scrolled into view, and its id is removed from the address.
 */
export function useLinkedComment(ids: readonly string[]): string | null {
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
    // The address is read again when it changes, because another notification may lead to a comment of the same
    // thread.
    const events = ["hashchange", "popstate"] as const;
    for (const event of events) window.addEventListener(event, look);
    return () => {
      for (const event of events) window.removeEventListener(event, look);
    };
  }, [all]);
  useEffect(() => {
    if (askedId === null) return undefined;
    // The drawer with the comment may still be opening, so scrolling waits for the next frame.
    const frame = requestAnimationFrame(() =>
      document.getElementById(commentAnchor(askedId))?.scrollIntoView({ block: "center" }),
    );
    return () => cancelAnimationFrame(frame);
  }, [askedId]);
  return askedId;
}
