"use client";

import { type MouseEvent, useEffect, useRef } from "react";
import { isAnswer } from "#app/_ui/is-answer.ts";

/**
 * For what is done only with a second press.
 * @param question changes with what is asked; null: nothing is
 * @returns says of a press whether it answers the question; one that does not leaves it standing
 */
export function useAnswered(question: string | null): (press: MouseEvent) => boolean {
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
  return ({ nativeEvent }) => isAnswer(nativeEvent, drawnAt.current);
}
