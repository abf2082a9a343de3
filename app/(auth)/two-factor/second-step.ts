import type { ReactNode } from "react";

/** The props of the forms for the second factor. */
export type SecondStepProps = {
  /** Sends the proof, with the choice whether to trust this device, and leaves the page when it was right. */
  prove: (send: (trustDevice: boolean) => Promise<void>) => Promise<void>;
  /** Content above the button. */
  children: ReactNode;
};
