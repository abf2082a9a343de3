"use client";

import { useState } from "react";

/** Whether something that was sent is not answered yet; `track` sends it. */
export function useUnderWay() {
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
