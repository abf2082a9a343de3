"use client";

import { useState } from "react";
import { useTellMissing } from "#app/_shell/use-tell-missing.ts";
import { lazyPart } from "#app/_ui/lazy-part.tsx";
import type { StreetImageDto } from "#lib/shared/street-view.ts";
import { PhotoStrip } from "./photo-strip.tsx";

const StreetViewer = lazyPart(() => import("./street-viewer.tsx"));

/** A row of photos, and the viewer of the photo that is open. */
export function PhotosToOpen({ images }: { images: readonly StreetImageDto[] }) {
  const tellMissing = useTellMissing();
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
