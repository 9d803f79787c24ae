/** The package of client/, installed in an empty environment, books tables by the Python client and the command line. */
import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { noViolations } from './support/axe';
import { isoDay } from './support/days';
import { expect, test } from './support/test';
import { PASSWORD } from './support/users';

const run = promisify(execFile);
const ROOT = join(process.cwd(), '..');
const PYTHON = join(ROOT, '.venv/bin/python');
const SCOPES = ['requests:read', 'requests:write', 'tables:cancel', 'venues:read'];
/** Builds and installs the package, and checks a page of 86 operations: a minute on a fast machine. */
const MINUTES = 10;

type Filed = { group: { group_id: number; members: { id: number }[] } };
type Event = { type: string; kind?: string };

test('the installed package books by command line and by client', async ({
  page,
  users,
  restaurants,
  inventory,
  baseURL,
}) => {
  test.setTimeout(MINUTES * 60_000);
  const folder = mkdtempSync(join(tmpdir(), 'tablehawk-client-'));
  const bin = join(folder, 'venv/bin');
  const user = await users.withPlan('programmer', 'standard');
  const key = await user.createKey(SCOPES);
  const place = restaurants.next();
  const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1' };
  // With uv, which takes a tenth of the time, or with pip where only pip knows the package index.
  const install = async (name: string) => {
    const given = ['--python', join(bin, 'python')];
    try {
      await run(join(ROOT, '.venv/bin/uv'), ['pip', 'install', '-q', ...given, name]);
    } catch {
      await run(PYTHON, ['-m', 'pip', ...given, 'install', '-q', name]);
    }
  };
  const tablehawk = (...given: string[]) => run(join(bin, 'tablehawk'), given, { env });

  try {
    await test.step('builds and installs the package', async () => {
      await run(PYTHON, ['-m', 'venv', '--without-pip', join(folder, 'venv')]);
      const answers = await install('httpx').then(
        () => true,
        () => false,
      );
      test.skip(!answers, 'no package index answers');
      const { stdout } = await run(PYTHON, ['-m', 'tools.client'], { cwd: ROOT });
      await install(join(ROOT, stdout.trim()));
    });

    await test.step('logs in, and stores the key for its user only', async () => {
      const login = run(join(bin, 'tablehawk'), ['login', '--key', '--server', baseURL ?? ''], {
        env,
      });
      login.child.stdin?.end(`${key}\n`);
      expect((await login).stdout).toBe(`You're logged in to ${baseURL}.\n`);
      const { stdout } = await run('find', [folder, '-name', 'login.json', '-perm', '600']);
      expect(stdout.trim().split('\n')).toHaveLength(1);
      const found = await tablehawk('search', place.venue_name, '--json');
      expect(JSON.parse(found.stdout)).toContainEqual(expect.objectContaining({ id: place.id }));
    });

    const day = isoDay(9);
    const filed = await test.step('books by the command line', async () => {
      const given = ['watch', String(place.id), '--date', day, '--yes', '--follow', '--json'];
      const watching = spawn(join(bin, 'tablehawk'), given, { env });
      const ended = new Promise<number | null>((done) => watching.on('exit', done));
      const lines: (Filed & Event)[] = [];
      for await (const line of createInterface({ input: watching.stdout })) {
        lines.push(JSON.parse(line) as Filed & Event);
        if (lines.length === 1) await inventory.free(place, { date: day, time: '19:00' });
      }
      expect(await ended).toBe(0);
      expect(lines.at(-1)).toMatchObject({ type: 'reservation.outcome', kind: 'booked' });
      return lines[0]?.group;
    });

    await test.step('shows and cancels the table', async () => {
      const id = String(filed?.group_id);
      const shown = await tablehawk('requests', id);
      expect(shown.stdout).toContain(`${day} 19:00, booked for 2`);
      const canceled = await tablehawk('cancel', id, '--yes');
      expect(canceled.stderr).toContain('Cancel this table?');
      await expect
        .poll(async () => (await inventory.bookingsOf(user.email)).map((row) => row.status))
        .toEqual(['cancelled']);
    });

    await test.step('books by the client of the README, and forwards its events', async () => {
      const receiver = createServer((request, response) => {
        void text(request).then((body) => {
          received.push({ headers: request.headers, body });
          response.writeHead(204).end();
        });
      });
      const received: { headers: IncomingHttpHeaders; body: string }[] = [];
      await once(receiver.listen(0, '127.0.0.1'), 'listening');
      const { port } = receiver.address() as AddressInfo;
      const forward = ['listen', '--forward', `http://127.0.0.1:${port}/`];
      const listening = spawn(join(bin, 'tablehawk'), forward, { env });
      const messages = createInterface({ input: listening.stderr })[Symbol.asyncIterator]();
      const secret = / whsec_(.+)$/.exec(String((await messages.next()).value))?.[1] ?? '';
      expect((await messages.next()).value).toContain('Listening');
      const readme = readFileSync(join(ROOT, 'client/README.md'), 'utf8');
      const program = /```python\n(.*?)```/s.exec(readme)?.[1] ?? '';
      const other = restaurants.next();
      const { stdout } = await run(
        join(bin, 'python'),
        ['-c', program, String(other.id), isoDay(10)],
        { env: { ...env, TABLEHAWK_SERVER: baseURL, TABLEHAWK_KEY: key } },
      );
      await inventory.free(other, { date: isoDay(10), time: '19:00' });
      await expect.poll(async () => (await user.group(Number(stdout))).status).toBe('confirmed');
      const isOutcome = ({ body }: { body: string }) => body.includes('reservation.outcome');
      await expect.poll(() => received.some(isOutcome)).toBe(true);
      for (const { headers, body } of received) {
        const signed = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`;
        const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed);
        expect(headers['webhook-signature']).toBe(`v1,${signature.digest('base64')}`);
      }
      listening.kill('SIGINT');
      expect(await once(listening, 'exit')).toEqual([130, null]);
      receiver.close();
    });

    await test.step('runs the examples of /developers as they are shown', async () => {
      await page.goto('/developers');
      await noViolations(page);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true);
      await page.getByText('On this page').click();
      await page.getByRole('link', { name: 'Create request' }).click();
      await expect(page.getByRole('heading', { name: 'Create request' })).toBeInViewport();
      const shown = async (id: string) => (await page.locator(`#${id}`).textContent()) ?? '';
      const variables = {
        ...env,
        PATH: `${bin}:${env.PATH ?? ''}`,
        TABLEHAWK_SERVER: baseURL,
        TABLEHAWK_KEY: key,
        RESTAURANT: String(restaurants.next().id),
      };
      const bash = async (command: string) =>
        (await run('bash', ['-ec', command], { env: variables })).stdout;
      const found = JSON.parse(await bash(await shown('start-curl'))) as { results: unknown[] };
      expect(found.results).toHaveLength(3);
      expect(await bash(await shown('start-command-line'))).toMatch(
        /osteria[^]*Request filed[^]* active /i,
      );
      const python = await run(join(bin, 'python'), ['-c', await shown('start-python')], {
        env: variables,
      });
      expect(python.stdout).toMatch(/^(\d+ .+\n){3}/);
      expect(python.stdout).toMatch(/\d+ active\n/);
      // The program `claude` is not here: its arguments are used as it would.
      const [, address = '', header = ''] =
        /tablehawk "(\S+)".*--header ("[^"]+")/s.exec(await shown('start-mcp')) ?? [];
      const call = `{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}`;
      const accepted = `-H "Accept: application/json, text/event-stream"`;
      const listed = await bash(
        `curl -s ${address} -H ${header} ${accepted} -H "Content-Type: application/json" -d '${call}'`,
      );
      expect(listed).toContain('"preview_request"');
    });

    await test.step('logs in with the browser, and ends it', async () => {
      const server = ['login', '--server', baseURL ?? ''];
      // No program opens a browser here: the test goes to the address that is printed.
      const login = spawn(join(bin, 'tablehawk'), server, { env: { ...env, BROWSER: 'true %s' } });
      const printed = createInterface({ input: login.stderr })[Symbol.asyncIterator]();
      const address = /go to (\S+)/.exec(String((await printed.next()).value))?.[1] ?? '';
      await user.openPage(page, address);
      await expect(page.getByText('Tablehawk command line')).toBeVisible();
      await page.getByLabel('Your password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Allow' }).click();
      await expect(page.getByText('Go back to your terminal.')).toBeVisible();
      expect(await once(login, 'exit')).toEqual([0, null]);
      const { stdout } = await tablehawk('requests', '--json');
      expect(JSON.parse(stdout)).not.toHaveLength(0);
      const found = await run('find', [folder, '-name', 'login.json', '-perm', '600']);
      const stored = JSON.parse(readFileSync(found.stdout.trim(), 'utf8')) as { key: string };
      const headers = { Authorization: `Bearer ${stored.key}` };
      const status = async () =>
        (await page.request.get('/api/reservations/', { headers })).status();
      expect(await status()).toBe(200);
      expect((await tablehawk('logout')).stdout).toBe("You're logged out.\n");
      expect(await status()).toBe(401);
      await run(join(bin, 'tablehawk'), ['login', '--key', ...server.slice(1)], {
        env: { ...env, TABLEHAWK_KEY: key },
      });
    });

    await test.step('answers a refusal with its sentence', async () => {
      const refused = tablehawk('requests', '999999999');
      await expect(refused).rejects.toMatchObject({ code: 1, stdout: '' });
      await expect(refused).rejects.not.toMatchObject({ stderr: expect.stringContaining('Trace') });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
