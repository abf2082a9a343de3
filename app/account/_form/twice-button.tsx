"use client";

import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { useAnswered } from "#app/_ui/use-answered.ts";

/** How long the second press is waited for. */
const SURE_MS = 4000;

type TwiceButtonProps = Omit<ButtonProps, "children" | "onClick" | "aria-label"> & {
  label: string;
  /** What a screen reader hears, where the label alone does not say of what. */
  name: string;
  /** Shown after the first press. */
  sure: string;
  onSure: () => void;
};

/** For what cannot be taken back: the first press asks for a second. */
export function TwiceButton({ label, name, sure, onSure, ...rest }: TwiceButtonProps) {
  const [asked, setAsked] = useState(false);
  const isAnswer = useAnswered(asked ? sure : null);
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => setAsked(false), SURE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <>
      <Button
        {...rest}
        tone={asked ? "danger" : (rest.tone ?? "secondary")}
        aria-label={asked ? undefined : name}
        className={cx(rest.className, asked && "bg-danger-tint")}
        onBlur={() => setAsked(false)}
        onClick={(press) => {
          const isSure = isAnswer(press);
          setAsked(!isSure);
          if (isSure) onSure();
        }}
      >
        {asked ? sure : label}
      </Button>
      <output className="sr-only">{asked ? sure : ""}</output>
    </>
  );
}
