import type { ComponentProps } from "react";
import { buttonClass, type ButtonSize, type ButtonTone } from "#app/_ui/button-class.ts";

type ButtonAnchorProps = ComponentProps<"a"> & { href: string; tone?: ButtonTone; size?: ButtonSize };

/** A link like `ButtonLink` that loads its page anew, for a broken page or one that should have little code. */
export function ButtonAnchor({ tone, size, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={buttonClass(tone, size, className)}>
      {children}
    </a>
  );
}
