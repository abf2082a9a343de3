"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { call } from "../base/api.ts";
import { notificationsApi } from "../base/operations.ts";
import { pushSupport, turnOffPush, turnOnPush } from "./push.ts";

const pushKey = ["push"];

export type PushStatus = "loading" | "absent" | "unsupported" | "homeScreen" | "denied" | "off" | "on";

/** The state of push messages in this browser: `absent` where the service sends none. */
export function usePush(userId: string, locale: "en" | "zh") {
  const cache = useQueryClient();
  const device = useSyncExternalStore(subscribe, standing, () => "loading" as const);
  const query = useQuery({
    queryKey: pushKey,
    queryFn: async () => (await call(notificationsApi.getPush, {})).data,
  });
  const publicKey = query.data?.publicKey ?? null;
  const current = query.data?.subscriptions.find(({ isCurrent }) => isCurrent) ?? null;
  const change = useMutation({
    mutationFn: async (): Promise<unknown> => {
      if (current) return turnOffPush(current.id);
      return publicKey === null ? false : turnOnPush(userId, publicKey, locale);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: pushKey }),
  });
  return { status: statusOf(device, query.data ? publicKey : undefined, current !== null), change };
}

function statusOf(
  device: ReturnType<typeof standing> | "loading",
  publicKey: string | null | undefined,
  isOn: boolean,
): PushStatus {
  if (publicKey === undefined || device === "loading") return "loading";
  if (publicKey === null) return "absent";
  if (device !== "supported") return device;
  return isOn ? "on" : "off";
}

/** Calls `changed` when the page is focused again, because the person may have changed the permission elsewhere. */
function subscribe(changed: () => void): () => void {
  window.addEventListener("focus", changed);
  return () => window.removeEventListener("focus", changed);
}

function standing() {
  const support = pushSupport();
  return support === "supported" && Notification.permission === "denied" ? "denied" : support;
}
