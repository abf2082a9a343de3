"use client";

import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { ShownCredit } from "#app/_cover/cover-scope.tsx";
import { CoverFrame } from "#app/_cover/cover-frame.tsx";
import { useCoverMap } from "#app/_cover/use-cover-map.ts";
import { useShownCredit } from "#app/_cover/use-shown-credit.ts";
import { whenSeenAndIdle } from "#app/trips/[tripId]/_model/when-seen.ts";
import { cx } from "#app/_ui/cx.ts";
import { coverId, type CoverTarget, useCover } from "#lib/client/trips/covers.ts";

type TripCoverProps = {
  of: CoverTarget;
  /** The title of the trip, which is written beside the cover. */
  title: string;
  /** The class that gives the cover its size from the first moment. */
  className: string;
};

/**
 * The cover of a trip: a picture, or else its map. It is loaded when it is visible and the page is idle. It is
 * decorative, because the text beside it says the same.
 */
export function TripCover({ of, title, className }: TripCoverProps) {
  const id = coverId(of);
  const host = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(host);
  const cover = useCover(of, isSeen);
  const [gone, setGone] = useState<string | null>(null);
  const picture = cover?.picture && cover.picture.path !== gone ? cover.picture : null;
  const map = useCoverMap(id, cover && !picture ? cover.map : null);
  const credits = map?.credits;
  const credit = useMemo((): ShownCredit | null => {
    if (picture?.credit) return { kind: "picture", title, credit: picture.credit };
    return credits ? { kind: "map", credits } : null;
  }, [picture, credits, title]);
  useShownCredit(id, credit);
  const src = picture?.path ?? map?.url;
  return (
    <CoverFrame
      ref={host}
      seed={id}
      shows={picture ? "picture" : map ? "map" : "quiet"}
      className={className}
    >
      {src === undefined ? null : <Fading key={src} src={src} onGone={() => setGone(src)} />}
    </CoverFrame>
  );
}

function Fading({ src, onGone }: { src: string; onGone: () => void }) {
  const [isThere, setThere] = useState(false);
  const giveUp = useEffectEvent(onGone);
  useEffect(() => {
    const picture = new Image();
    const listening = new AbortController();
    const { signal } = listening;
    picture.addEventListener("load", () => setThere(true), { signal });
    picture.addEventListener("error", () => giveUp(), { signal });
    picture.src = src;
    return () => listening.abort();
  }, [src]);
  return (
    <span
      data-there={isThere}
      style={{ backgroundImage: isThere ? `url(${JSON.stringify(src)})` : "none" }}
      className={cx(
        "absolute inset-0 bg-cover bg-center transition-opacity duration-300 motion-reduce:transition-none",
        isThere ? "opacity-100" : "opacity-0",
      )}
    />
  );
}

/** Whether the element was visible at a time when the page was idle. */
function useSeen(host: { current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => (host.current ? whenSeenAndIdle(host.current, () => setSeen(true)) : undefined), [host]);
  return isSeen;
}
