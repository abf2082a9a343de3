"use client";

import { useSyncExternalStore } from "react";
import { Subscribers } from "../base/subscribers.ts";

/** The event exists only in Chromium; no browser's types contain it. */
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

// The browser sends the event once per page, at any time, so the module listens from the start.
if (typeof window !== "undefined") {
  window.addEventListener("beforeinstallprompt", (event) => {
    // The browser's own install bar would cover a part of the page; the account's menu has an entry for the
    // installation.
    event.preventDefault();
    if (isPrompt(event)) keep(event);
  });
  window.addEventListener("appinstalled", () => keep(null));
}

/** Returns a function that installs the app; null where the browser does not offer it, or the app is installed. */
export function useInstall(): (() => void) | null {
  const current = useSyncExternalStore(
    changes.add,
    () => offer,
    () => null,
  );
  return (
    current &&
    (() => {
      // The event can be used only once, whatever the person answers.
      keep(null);
      current.prompt().catch(() => undefined);
    })
  );
}
