import type { AgentModel } from "#tests/doubles/agent-model.ts";
import type { Curve } from "./curve.ts";
import type { Fixture } from "./fixture.ts";
import type { Driver } from "./measuring.ts";
import type { Row } from "./report.ts";
import type { Service } from "./service.ts";

/** What the scenarios share: one service, one process that puts load on it, and the fixture. */
export interface Bench {
  service: Service;
  model: AgentModel;
  driver: Driver;
  /** Whether the scenarios run in full; otherwise all of them together take a few minutes. */
  isLong: boolean;
  /** Returns the fixture, which is created on the first call. */
  fixture(): Promise<Fixture>;
}

export interface Findings {
  rows: Row[];
  curves?: Curve[];
}

export type Scenario = (bench: Bench) => Promise<Findings>;
