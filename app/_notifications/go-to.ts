"use client";

import { useRouter } from "next/navigation";

/** Leads to a notification's thing; within the trip that is open its page follows the address and stays. */
export function useGoTo(): (path: string) => void {
  const router = useRouter();
  return (path) => {
    const { pathname } = new URL(path, window.location.origin);
    if (pathname !== window.location.pathname) return router.push(path);
    window.history.pushState(null, "", path);
    window.dispatchEvent(new PopStateEvent("popstate"));
  };
}
