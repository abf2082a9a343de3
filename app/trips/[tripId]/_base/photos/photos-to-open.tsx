"use client";

import { useState } from "react";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import type { StreetImageDto } from "#lib/shared/street-view.ts";
import { PhotoStrip } from "./photo-strip.tsx";

const StreetViewer = lazyComponent(() => import("./street-viewer.tsx"));

/** A row of photos, and the viewer of the photo that is open. */
export function PhotosToOpen({ images }: { images: readonly StreetImageDto[] }) {
  const tellMissing = useCodeLoadFailureToast();
  const [openAt, setOpenAt] = useState<number | null>(null);
  return (
    <>
      <PhotoStrip images={images} onOpen={setOpenAt} />
      {openAt === null ? null : (
        <StreetViewer
          images={images}
          at={openAt}
          onMove={setOpenAt}
          onClose={() => setOpenAt(null)}
          onMissing={() => {
            setOpenAt(null);
            tellMissing();
          }}
        />
      )}
    </>
  );
}
