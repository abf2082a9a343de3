import type { AgentModel } from "#tests/doubles/agent-model.ts";
import type { Curve } from "./curve.ts";
import type { Fixture } from "./fixture.ts";
import type { Driver } from "./measuring.ts";
import type { Row } from "./report.ts";
import type { Service } from "./service.ts";

/** What the scenarios share: one service, one process that puts load on it, and the trips that most of them begin with. */
export interface Bench {
  service: Service;
  model: AgentModel;
  driver: Driver;
  /** In full; else as much as fits into a few minutes with all the others. */
  isLong: boolean;
  /** Made for the first that asks. */
  fixture(): Promise<Fixture>;
}

export interface Findings {
  rows: Row[];
  curves?: Curve[];
}

export type Scenario = (bench: Bench) => Promise<Findings>;
