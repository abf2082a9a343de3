import type { ReactNode } from "react";

/**
 * Makes the first paint of a document wait for the whole page, which follows immediately: with a skeleton painted in
 * between, React would delay the page by another 300 ms. A navigation from another page of the app shows the
 * skeleton.
 */
export default function TripLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <link rel="expect" href="#page-end" blocking="render" />
      {children}
    </>
  );
}
