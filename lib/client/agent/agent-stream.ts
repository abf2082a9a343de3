import type { AgentEvent } from "#lib/shared/agent.ts";

export interface StreamHandlers {
  onEvent: (event: AgentEvent) => void;
  /** The connection is lost. Unless `isOver` is true, the stream reconnects by itself. */
  onLost: (isOver: boolean) => void;
}

/**
 * Opens a stream of events at an address; the returned function closes it. The type is null for a client without
 * streams.
 */
export type OpenStream = ((address: string, ears: StreamHandlers) => () => void) | null;

/** The browser's `EventSource`, which reconnects after the last event that it has received. */
export const eventSource: OpenStream =
  typeof EventSource === "undefined"
    ? null
    : (address, { onEvent, onLost }) => {
        const source = new EventSource(address);
        // The service's own tests check the events that it sends against their schema.
        source.addEventListener("message", ({ data }) => onEvent(JSON.parse(String(data)) as AgentEvent));
        source.addEventListener("error", () => onLost(source.readyState === EventSource.CLOSED));
        return () => source.close();
      };
