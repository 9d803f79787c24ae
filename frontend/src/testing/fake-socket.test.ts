// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { SocketHandlers } from '@/realtime/port';
import { liveServer, openSocket } from './fake-socket';

/** A page's end of the connection: what it received, and how it leaves. */
function openPage() {
  const received: string[] = [];
  const note = (what: string) => () => {
    received.push(what);
  };
  const handlers: SocketHandlers = {
    connected: note('connected'),
    disconnected: note('disconnected'),
    refused: note('refused'),
    event: note('event'),
    live: note('live'),
    ready: note('ready'),
    away: note('away'),
  };
  const socket = openSocket({ auth: () => ({ token: 'access-1' }), handlers });
  return { ...socket, received };
}

test('admit waits for the connection of the second page of a test', async () => {
  const first = openPage();
  first.connect();
  await liveServer.admit();
  first.close();

  const admitted = liveServer.admit();
  const second = openPage();
  expect(second.received).toEqual([]);
  second.connect();
  await admitted;
  expect(first.received).toEqual(['connected', 'ready']);
  expect(second.received).toEqual(['connected', 'ready']);
});

test('admit waits for another connection if one is closed before the answer', async () => {
  const admitted = liveServer.admit();
  const first = openPage();
  first.connect();
  first.close();
  const second = openPage();
  await Promise.resolve();
  second.connect();
  await admitted;
  expect(first.received).toEqual([]);
  expect(second.received).toEqual(['connected', 'ready']);
});

test('a dropped connection asks again by itself', async () => {
  const page = openPage();
  page.connect();
  await liveServer.admit();
  await liveServer.drop();
  await liveServer.admit();
  expect(page.received).toEqual(['connected', 'ready', 'disconnected', 'connected', 'ready']);
});
