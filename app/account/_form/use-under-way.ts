"use client";

import { useState } from "react";

/** Returns whether a request is running; `track` sends one. */
export function usePendingRequest() {
  const [isUnderWay, setUnderWay] = useState(false);

  async function track<T>(send: () => Promise<T>): Promise<T> {
    setUnderWay(true);
    try {
      return await send();
    } finally {
      setUnderWay(false);
    }
  }
  return { isUnderWay, track };
}
