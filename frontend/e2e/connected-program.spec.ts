/** A remote program: it asks for access, the user signs in and allows it, it calls the API, and the profile ends its access. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noViolations } from './support/axe';
import { report } from './support/screen';
import { expect, test } from './support/test';
import { PASSWORD } from './support/users';

const READ = '/api/reservations/';

/** The program: its description and its callback, on this machine. */
class Program {
  readonly verifier = randomBytes(32).toString('base64url');
  readonly returned: Promise<URLSearchParams>;
  private readonly server: Server;

  constructor() {
    let returnTo: (found: URLSearchParams) => void;
    this.returned = new Promise((resolve) => {
      returnTo = resolve;
    });
    this.server = createServer(({ url = '' }, answer) => {
      const { pathname, searchParams } = new URL(url, this.address);
      if (pathname === '/callback') {
        returnTo(searchParams);
        answer.setHeader('Content-Type', 'text/html').end('<h1>You can close this page</h1>');
      } else if (pathname === '/client.json') {
        answer.setHeader('Content-Type', 'application/json').end(
          JSON.stringify({
            client_id: this.clientId,
            client_name: 'Table Agent',
            redirect_uris: ['http://127.0.0.1/callback'],
          }),
        );
      } else answer.writeHead(404).end();
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The trial stack reads https addresses of this machine over http. */
  get clientId(): string {
    return `${this.address.replace('http', 'https')}/client.json`;
  }

  get callback(): string {
    return `${this.address}/callback`;
  }

  request(resource: string): string {
    return new URLSearchParams({
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.callback,
      scope: 'requests:read',
      state: 'a/b',
      resource,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString();
  }
}

const program = new Program();
test.beforeAll(() => program.start());
test.afterAll(() => {
  program.stop();
});

test('a program is allowed after the sign-in, reads requests, and ends when it is revoked', async ({
  page,
  request,
  users,
}) => {
  const owner = await users.signUp('allower');
  const resource = (await (
    await request.get('/.well-known/oauth-protected-resource/api')
  ).json()) as { resource: string; authorization_servers: string[] };
  const server = (await (await request.get('/.well-known/oauth-authorization-server')).json()) as {
    issuer: string;
    authorization_endpoint: string;
  };
  expect(resource.authorization_servers).toEqual([server.issuer]);

  const { pathname } = new URL(server.authorization_endpoint);
  await page.goto(`${pathname}?${program.request(resource.resource)}`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();

  await expect(page.getByText('127.0.0.1 asks for access to your account.')).toBeVisible();
  await expect(page.getByText('Table Agent')).toBeVisible();
  await expect(page.getByText('See your requests, their timelines')).toBeVisible();
  await noViolations(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Deny' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('You can close this page')).toBeVisible();
  const returned = await program.returned;
  expect([returned.get('state'), returned.get('iss')]).toEqual(['a/b', server.issuer]);

  const exchanged = await request.post('/oauth/token/', {
    form: {
      grant_type: 'authorization_code',
      code: returned.get('code') ?? '',
      client_id: program.clientId,
      redirect_uri: program.callback,
      code_verifier: program.verifier,
    },
  });
  expect(exchanged.status(), await exchanged.text()).toBe(200);
  const tokens = (await exchanged.json()) as { access_token: string; refresh_token: string };
  const headers = { Authorization: `Bearer ${tokens.access_token}` };
  expect((await request.get(READ, { headers })).status()).toBe(200);
  expect((await request.post(READ, { headers, data: { reservation: {} } })).status()).toBe(403);

  await owner.openPage(page, '/profile?tab=password');
  const programs = page.getByRole('region', { name: 'Connected programs' });
  await expect(programs.getByText('From 127.0.0.1')).toBeVisible();
  await expect(programs.getByText('Last used')).toBeVisible();
  await noViolations(page);
  await programs.getByRole('button', { name: 'Revoke Table Agent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(report(page, 'That program no longer has access.')).toBeAttached();
  await expect(programs.getByText('No program has access.')).toBeVisible();
  expect((await request.get(READ, { headers })).status()).toBe(401);
  const renewed = await request.post('/oauth/token/', {
    form: {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: program.clientId,
    },
  });
  expect(renewed.status()).toBe(400);
});
