"use client";

import { useEffect, useState } from "react";
import type { TypedPoint } from "#lib/shared/typed-point.ts";

type ReadPoint = (text: string) => TypedPoint | null;

let known: ReadPoint | null = null;

/**
 * Returns the function that reads coordinates and links of map services without a connection. Its code is loaded after
 * the field that needs it, so that no page waits for it; null until then.
 */
export function usePointReader(): ReadPoint | null {
  const [reader, setReader] = useState(() => known);
  useEffect(() => {
    if (known) return;
    void fetchReader().then((found) => setReader(() => found));
  }, []);
  return reader;
}

async function fetchReader(): Promise<ReadPoint | null> {
  try {
    known = (await import("#lib/shared/typed-point.ts")).readTypedPoint;
  } catch {
    // A failure to load the code is ignored, because the service reads coordinates and links too, and the next field
    // tries to load the code again.
  }
  return known;
}
