import { useEffect } from "react";
import { type ShownCredit, useCoverScope } from "#app/_cover/cover-scope.tsx";

/** Adds a cover's credit to the credits below the covers, for as long as the cover is shown. */
export function useShownCredit(id: string, credit: ShownCredit | null): void {
  const { credits } = useCoverScope();
  useEffect(() => {
    if (!credit) return undefined;
    credits.set({ shown: new Map(credits.get().shown).set(id, credit) });
    return () => {
      const rest = new Map(credits.get().shown);
      rest.delete(id);
      credits.set({ shown: rest });
    };
  }, [credits, id, credit]);
}
