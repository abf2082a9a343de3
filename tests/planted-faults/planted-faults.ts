import { ACCESS_FAULTS } from "./list/access-faults.ts";
import { CLIENT_FAULTS } from "./list/client-faults.ts";
import { FILE_FAULTS } from "./list/file-faults.ts";
import { MONEY_FAULTS } from "./list/money-faults.ts";
import { SYNC_FAULTS } from "./list/sync-faults.ts";
import type { PlantedFault } from "./planted-fault.ts";

/** All planted faults: each breaks another promise, layer or mechanism. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...MONEY_FAULTS,
  ...SYNC_FAULTS,
  ...CLIENT_FAULTS,
  ...ACCESS_FAULTS,
  ...FILE_FAULTS,
];
