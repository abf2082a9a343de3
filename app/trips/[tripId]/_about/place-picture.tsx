"use client";

import Image from "next/image";
import { useState } from "react";
import type { StopDto } from "#lib/shared/stops.ts";
import type { PlacePicture as Picture } from "#lib/shared/place-about.ts";
import { useStopAbout } from "./use-stop-about.ts";

/** Shows a picture of a stop's place with its author; renders nothing without a picture. */
export default function PlacePicture({ stop }: { stop: StopDto }) {
  const picture = useStopAbout(stop)?.picture;
  return picture ? <Figure key={picture.path} picture={picture} name={stop.name} /> : null;
}

function Figure({ picture, name }: { picture: Picture; name: string }) {
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  const { path, width, height, author, licence, url } = picture;
  return (
    <figure className="relative m-0 mb-2">
      <Image
        src={path}
        alt={name}
        width={width}
        height={height}
        onError={() => setGone(true)}
        className="block aspect-[16/9] w-full bg-hover object-cover"
      />
      <figcaption className="px-4 pt-1 text-right text-xs text-text-3">
        <a href={url} target="_blank" rel="noopener noreferrer" className="hover:underline">
          {author ?? "Wikimedia Commons"}
        </a>
        {", "}
        {licence.href === null ? (
          licence.text
        ) : (
          <a href={licence.href} target="_blank" rel="noopener noreferrer" className="hover:underline">
            {licence.text}
          </a>
        )}
      </figcaption>
    </figure>
  );
}
