// @long: databases that fail while people plan; faults-server has the same judge
import { tryFaults } from "./harness/try-out.ts";

tryFaults(["database"]);
