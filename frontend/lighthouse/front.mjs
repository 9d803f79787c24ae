/**
 * Terminates TLS and speaks HTTP/2 to the browser in front of a Tablehawk that speaks HTTP/1.1, as the gateway or
 * ingress of a deployment does. The certificate is made for one run and signed by itself, so the browser needs
 * `--ignore-certificate-errors`.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import { connect } from 'node:net';

/** Headers of one connection, which HTTP/2 does not have. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** Start in front of `target`, a URL. Returns the front's own URL, and the function that closes it. */
export async function startFront(target) {
  const { hostname, port, host, origin } = new URL(target);
  const agent = new http.Agent({ keepAlive: true });
  const headersFor = (headers) => ({
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':'))),
    host,
    // The server compares it with its own address.
    ...(headers.origin === undefined ? {} : { origin }),
  });
  const server = http2.createSecureServer({ ...selfSigned(), allowHTTP1: true });
  server.on('request', (request, response) => {
    const { method, url: path } = request;
    const headers = headersFor(request.headers);
    const asked = http.request({ agent, hostname, port, method, path, headers }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTION.has(name));
      response.writeHead(answer.statusCode, Object.fromEntries(kept));
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  });
  // The socket: browsers open it with HTTP/1.1.
  server.on('upgrade', (request, socket, head) => {
    const lines = Object.entries(headersFor(request.headers)).map(([name, v]) => `${name}: ${v}`);
    const upstream = connect(Number(port), hostname, () => {
      upstream.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  const open = new Set();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    agent.destroy();
    for (const socket of open) socket.destroy();
  };
  return { url: `https://127.0.0.1:${server.address().port}`, close };
}

/** A key and a certificate, valid for a day. */
function selfSigned() {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '-'];
  const certificate = ['-x509', '-days', '1', '-subj', '/CN=127.0.0.1', '-out', '-'];
  const pem = execFileSync('openssl', ['req', ...key, ...certificate], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { key: pem, cert: pem };
}
