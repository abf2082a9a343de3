"use client";

import { useSyncExternalStore } from "react";
import { Subscribers } from "./subscribers.ts";

/** Chromium's own event; no browser's types have it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

const changes = new Subscribers<[]>();
let offer: InstallPrompt | null = null;

function keep(next: InstallPrompt | null): void {
  offer = next;
  changes.tell();
}

function isPrompt(event: Event): event is InstallPrompt {
  return "prompt" in event && typeof event.prompt === "function";
}

// The browser says it once per page, whenever it likes, so this listens from the start.
if (typeof window !== "undefined") {
  window.addEventListener("beforeinstallprompt", (event) => {
    // Its own bar would lie over the page; the account's menu has a line for it.
    event.preventDefault();
    if (isPrompt(event)) keep(event);
  });
  window.addEventListener("appinstalled", () => keep(null));
}

/** Installs the app when called; null where the browser does not offer it, or it is installed. */
export function useInstall(): (() => void) | null {
  const current = useSyncExternalStore(
    changes.add,
    () => offer,
    () => null,
  );
  return (
    current &&
    (() => {
      // An event can be used once, whatever the answer is.
      keep(null);
      current.prompt().catch(() => undefined);
    })
  );
}
