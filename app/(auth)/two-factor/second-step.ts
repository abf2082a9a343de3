import type { ReactNode } from "react";

/** What the forms of the second step have in common. */
export type SecondStepProps = {
  /** Sends the proof, told whether to trust this device; leaves when it was right. */
  prove: (send: (trustDevice: boolean) => Promise<void>) => Promise<void>;
  /** Stands above the button. */
  children: ReactNode;
};
