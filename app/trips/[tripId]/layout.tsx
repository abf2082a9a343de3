import type { ReactNode } from "react";

/**
 * A document's first paint waits for the whole page, which comes right behind its frame: a skeleton painted in between would
 * have React hold the page back for another 300 ms. Whoever comes from another page sees the skeleton.
 */
export default function TripLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <link rel="expect" href="#page-end" blocking="render" />
      {children}
    </>
  );
}
