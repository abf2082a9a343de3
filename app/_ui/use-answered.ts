"use client";

import { type MouseEvent, useEffect, useRef } from "react";
import { isDeliberatePress } from "#app/_ui/is-answer.ts";

/**
 * Confirms actions that need a second press.
 * @param question changes when another question is asked; null: none is asked
 * @returns a function that says whether a press answers the question; after any other press, the question stays
 */
export function useSecondPressCheck(question: string | null): (press: MouseEvent) => boolean {
  const drawnAt = useRef<number | null>(null);
  useEffect(() => {
    if (question === null) return undefined;
    const frame = requestAnimationFrame(() => {
      drawnAt.current = performance.now();
    });
    return () => {
      cancelAnimationFrame(frame);
      drawnAt.current = null;
    };
  }, [question]);
  return ({ nativeEvent }) => isDeliberatePress(nativeEvent, drawnAt.current);
}
