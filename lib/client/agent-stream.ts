import type { AgentEvent } from "#lib/shared/agent.ts";

export interface StreamEars {
  onEvent: (event: AgentEvent) => void;
  /** The connection is lost; unless it is over, it comes back by itself. */
  onLost: (isOver: boolean) => void;
}

/** Opens a stream of events at an address; returns what closes it. null: this client has none. */
export type OpenStream = ((address: string, ears: StreamEars) => () => void) | null;

/** The browser's own, which comes back after the last event that it has seen. */
export const eventSource: OpenStream =
  typeof EventSource === "undefined"
    ? null
    : (address, { onEvent, onLost }) => {
        const source = new EventSource(address);
        // The service's own tests hold what it sends to its schema.
        source.addEventListener("message", ({ data }) => onEvent(JSON.parse(String(data)) as AgentEvent));
        source.addEventListener("error", () => onLost(source.readyState === EventSource.CLOSED));
        return () => source.close();
      };
