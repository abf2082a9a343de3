import { useEffect } from "react";
import { type ShownCredit, useCoverScope } from "#app/_cover/cover-scope.tsx";

/** Says below the covers whom this one is by, for as long as it is shown. */
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
