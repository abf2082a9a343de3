"use client";

import Image from "next/image";
import { useState } from "react";
import { Spinner } from "#app/_ui/spinner.tsx";
import { PhotoFailed } from "./photo-failed.tsx";

/** A flat photo; if it cannot be loaded, it can be tried again. */
export function FlatPhoto({ src, label }: { src: string; label: string }) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);
  if (state === "failed") {
    return (
      <PhotoFailed
        onRetry={() => {
          setState("loading");
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  return (
    <>
      {state === "loading" ? <Spinner className="absolute inset-0 m-auto" /> : null}
      <Image
        key={attempt}
        fill
        loading="eager"
        src={src}
        alt={label}
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
        className="object-contain"
      />
    </>
  );
}
