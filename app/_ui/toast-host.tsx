"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { onFirstToast } from "#app/_ui/toast.ts";

const Toaster = lazy(() => import("#app/_ui/toaster.tsx"));

/** Stands once in the root layout; empty until something is said. */
export function ToastHost({ label }: { label: string }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  return wanted ? (
    <Suspense>
      <Toaster label={label} />
    </Suspense>
  ) : null;
}
