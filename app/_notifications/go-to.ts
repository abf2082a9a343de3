"use client";

import { useRouter } from "next/navigation";

/**
 * Returns a function that opens the target of a notification; within the open trip, the page stays and follows the URL.
 */
export function useNotificationNavigation(): (path: string) => void {
  const router = useRouter();
  return (path) => {
    const { pathname } = new URL(path, window.location.origin);
    if (pathname !== window.location.pathname) return router.push(path);
    window.history.pushState(null, "", path);
    window.dispatchEvent(new PopStateEvent("popstate"));
  };
}
