import { tryFaults } from "./harness/try-out.ts";

tryFaults(["database"]);
