"use client";

import { useEffect, useState } from "react";
import type { TypedPoint } from "#lib/shared/typed-point.ts";

type ReadPoint = (text: string) => TypedPoint | null;

let known: ReadPoint | null = null;

/**
 * What reads coordinates and the links of maps without a connection. Its code follows the field that asks for it, so that
 * no page waits for it; null until it is there.
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
    // The service reads them too, and the next field tries again.
  }
  return known;
}
