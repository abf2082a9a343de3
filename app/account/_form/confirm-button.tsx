"use client";

import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { useSecondPressCheck } from "#app/_ui/use-answered.ts";

/** How long the button waits for the second press, in milliseconds. */
const SURE_MS = 4000;

type TwiceButtonProps = Omit<ButtonProps, "children" | "onClick" | "aria-label"> & {
  label: string;
  /** The accessible name, when the label alone does not say to what it refers. */
  name: string;
  /** The label after the first press. */
  sure: string;
  onSure: () => void;
};

/** A button for an action that can't be undone: the first press asks for a second. */
export function ConfirmButton({ label, name, sure, onSure, ...rest }: TwiceButtonProps) {
  const [asked, setAsked] = useState(false);
  const isAnswer = useSecondPressCheck(asked ? sure : null);
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
