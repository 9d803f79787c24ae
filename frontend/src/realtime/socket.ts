/**
 * The one door to socket.io: WebSocket only, reconnecting by itself, and by hand where socket.io does not
 * (after a server-side disconnect or a refused CONNECT). What the messages mean is the connection's business.
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

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5000;

export const openSocket: OpenSocket = ({ auth, handlers }) => {
  const socket: Socket<FromServer, Record<string, never>> = io(window.location.origin, {
    path: '/socket.io/',
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: FIRST_RETRY_MS,
    reconnectionDelayMax: LAST_RETRY_MS,
    auth: (send) => {
      send(auth());
    },
  });
  socket.on('connect', handlers.connected);
  socket.on('disconnect', (reason) => {
    handlers.disconnected({ byServer: reason === 'io server disconnect' });
  });
  socket.on('connect_error', () => {
    // `active` says that socket.io goes on trying: the server was out of reach, not unwilling.
    if (!socket.active) handlers.refused();
  });
  socket.on('event', handlers.event);
  socket.on('live', handlers.live);
  socket.on('ready', handlers.ready);
  socket.on('away', ({ within }) => {
    // Every browser draws its own moment, so that the next server does not meet all of them at once.
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
