import * as z from "zod";
import { findKnownRow } from "./known-ids.ts";
import { plannedStops } from "./planned-stops.ts";
import { quoteName } from "./short-text.ts";
import { StopId } from "./stop-inputs.ts";
import { writeTool } from "./write-tool.ts";

export const removeStop = writeTool({
  name: "remove_stop",
  description:
    "Takes a stop out of the plan, with its votes and comments. Only where that was asked for; to another day or to Ideas it goes with move_stop.",
  input: z.strictObject({ stopId: StopId }),
  deed(run, trip, { stopId }) {
    const { id, name } = findKnownRow("stop", stopId, plannedStops(run, trip));
    return {
      changes: [{ op: "stops.delete", entityId: id, input: {} }],
      summary: { en: `Removed ${quoteName(name)}.`, zh: `移除了${quoteName(name)}。` },
      about: { name },
    };
  },
});
