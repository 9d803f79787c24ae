/** The socket as the connection needs it. `socket.ts` is the real one; tests put a fake at this port. */
import type { DurableEvent, LiveEvent, Ready } from '@/api/reservation-types';

export type SocketHandlers = {
  connected: () => void;
  /** `byServer`: the server ended it on purpose, and the client will not come back by itself. */
  disconnected: (how: { byServer: boolean }) => void;
  /** The server would not let us in; the client will not try again by itself. */
  refused: () => void;
  event: (event: DurableEvent) => void;
  live: (event: LiveEvent) => void;
  ready: (ready: Ready) => void;
  /** The server is about to leave: come back, to another one, after so many milliseconds. */
  away: (hint: { afterMs: number }) => void;
};

/** The CONNECT payload; without `last_seq` the socket starts at the present. */
export type ConnectAuth = { token: string; last_seq?: number };

export type SocketPort = {
  connect: () => void;
  /** Drops whatever wait between tries is running and tries at once. */
  retryNow: () => void;
  /** Ends it; it stays so until `connect`. */
  close: () => void;
};

export type OpenSocket = (options: {
  auth: () => ConnectAuth;
  handlers: SocketHandlers;
}) => SocketPort;
