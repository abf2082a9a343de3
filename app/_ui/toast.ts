"use client";

import type { ExternalToast } from "sonner";

type ToastOptions = {
  /** One word that takes it back; its own failure is for the caller to report. */
  action?: { label: string; run: () => void };
  /** A toast of the same id is replaced in place, such as a repeated move. */
  id?: string;
  /** Problems stay twice as long and are spoken at once. */
  problem?: boolean;
};

let asked = false;
const hosts = new Set<() => void>();

/** Tells the host to load itself with the first toast, at once when one was asked for before it mounted. */
export function onFirstToast(load: () => void): () => void {
  if (asked) load();
  hosts.add(load);
  return () => hosts.delete(load);
}

/** Says in one line what happened. Sonner comes with the first call, not with the page. */
export function toast(message: string, { action, id, problem = false }: ToastOptions = {}): void {
  asked = true;
  for (const load of hosts) load();
  const options: ExternalToast = { duration: problem ? 12_000 : 6_000 };
  if (id) options.id = id;
  if (action) options.action = { label: action.label, onClick: action.run };
  void import("sonner").then((sonner) =>
    problem ? sonner.toast.error(message, options) : sonner.toast(message, options),
  );
}
