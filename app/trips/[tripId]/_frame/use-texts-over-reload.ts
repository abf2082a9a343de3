"use client";

import { useEffect } from "react";
import { typedName } from "#lib/client/storage/own-storage.ts";
import { tabStorage } from "#lib/client/storage/tab-storage.ts";
import { useLiveSession } from "#lib/client/open-trip/trip-context.tsx";
import { onKeptText, packTexts, unpackTexts } from "../_base/text/draft-text.ts";

/**
 * Stores unsent texts of this trip so that they survive the page: phones discard pages in the background without a
 * warning.
 */
export function useTextsOverReload(): void {
  const { id, userId } = useLiveSession().store;
  useEffect(() => {
    const name = typedName("texts", id, userId);
    unpackTexts(id, tabStorage.read(name));
    const write = () => tabStorage.write(name, packTexts(id));
    write();
    return onKeptText(write);
  }, [id, userId]);
}
