/**
 * Terminates TLS and speaks HTTP/2 to the browser in front of a Tablehawk that speaks HTTP/1.1, as the gateway or
 * ingress of a deployment does. The certificate is made for one run and signed by itself, so the browser needs
 * `--ignore-certificate-errors`.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import { connect } from 'node:net';

const DAY_MS = 86_400_000;
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

/** A key and an X.509 certificate of version 1 (RFC 5280, 4.1), valid for a day. */
function selfSigned() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = der(0x06, Buffer.from('550403', 'hex'));
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('127.0.0.1')))));
  const now = Date.now();
  const content = sequence(
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(now - DAY_MS), utcTime(now + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const certificate = sequence(content, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.match(/.{1,64}/g).join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** An ASN.1 value: tag, length in as few bytes as possible, content. */
function der(tag, ...parts) {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length =
    size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

function sequence(...parts) {
  return der(0x30, ...parts);
}

/** For example 261127050000Z. */
function utcTime(ms) {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}
