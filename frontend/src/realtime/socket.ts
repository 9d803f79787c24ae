/**
 * The only user of socket.io: WebSocket only. It reconnects by itself, except after a server-side disconnect or a
 * refused CONNECT, where the connection does.
 */
import { io, type Socket } from 'socket.io-client';
import type { DurableEvent, LiveEvent, Ready } from '@/api/reservation-types';
import type { OpenSocket } from './port';

type FromServer = {
  event: (event: DurableEvent) => void;
  live: (event: LiveEvent) => void;
  ready: (ready: Ready) => void;
  away: (hint: { within: number }) => void;
};

const RECONNECT_MIN_MS = 250;
const RECONNECT_MAX_MS = 5000;

export const openSocket: OpenSocket = ({ auth, handlers }) => {
  const socket: Socket<FromServer, Record<string, never>> = io(window.location.origin, {
    path: '/socket.io/',
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: RECONNECT_MIN_MS,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    auth: (send) => {
      send(auth());
    },
  });
  socket.on('connect', handlers.connected);
  socket.on('disconnect', (reason) => {
    handlers.disconnected({ byServer: reason === 'io server disconnect' });
  });
  socket.on('connect_error', () => {
    // `active` means that socket.io keeps trying: the server was unreachable and did not refuse.
    if (!socket.active) handlers.refused();
  });
  socket.on('event', handlers.event);
  socket.on('live', handlers.live);
  socket.on('ready', handlers.ready);
  socket.on('away', ({ within }) => {
    // Each browser picks a random moment, so the next server does not receive all of them at once.
    handlers.away({ afterMs: Math.random() * within * 1000 });
  });
  return {
    connect: () => {
      socket.connect();
    },
    retryNow: () => {
      if (socket.connected) return;
      socket.disconnect();
      socket.connect();
    },
    close: () => {
      socket.disconnect();
    },
  };
};
