// @long: services, storage and mail that fail while people plan
import { tryFaults } from "./harness/try-out.ts";

tryFaults(["rooms", "services"]);
