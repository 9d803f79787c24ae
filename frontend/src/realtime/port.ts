/** The socket as the connection uses it. `socket.ts` implements it; tests use a fake. */
import type { DurableEvent, LiveEvent, Ready } from '@/api/reservation-types';

export type SocketHandlers = {
  connected: () => void;
  /** `byServer`: the server ended the connection on purpose, and the client will not reconnect by itself. */
  disconnected: (how: { byServer: boolean }) => void;
  /** The server refused the connection; the client will not retry by itself. */
  refused: () => void;
  event: (event: DurableEvent) => void;
  live: (event: LiveEvent) => void;
  ready: (ready: Ready) => void;
  /** The server shuts down: reconnect, to another one, after this delay. */
  away: (hint: { afterMs: number }) => void;
};

/** The CONNECT payload; without `last_seq` the events start at the present. */
export type ConnectAuth = { token: string; last_seq?: number };

export type SocketPort = {
  connect: () => void;
  /** Cancel the delay before the next attempt and connect at once. */
  retryNow: () => void;
  /** Close the socket until `connect` is called. */
  close: () => void;
};

export type OpenSocket = (options: {
  auth: () => ConnectAuth;
  handlers: SocketHandlers;
}) => SocketPort;
