"use client";

import Image from "next/image";
import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";

/** The photo as it is; what could not be loaded can be asked for again. */
export function FlatPhoto({ src, label }: { src: string; label: string }) {
  const t = useTranslations("trip-street");
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);
  if (state === "failed") {
    return (
      <div role="alert" className="grid size-full place-content-center justify-items-center gap-3 p-4">
        {t("viewer.photoFailed")}
        <Button
          onClick={() => {
            setState("loading");
            setAttempt(attempt + 1);
          }}
        >
          {t("retry")}
        </Button>
      </div>
    );
  }
  return (
    <>
      {state === "loading" ? <Spinner className="absolute inset-0 m-auto" /> : null}
      <Image
        key={attempt}
        unoptimized
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
