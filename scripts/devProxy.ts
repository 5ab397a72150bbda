/** One address for `npm run dev`: /api is passed to the service, everything else to Metro with the isolation headers. */
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';

/** The database in the browser needs shared memory, which needs these. */
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

const isForService = (url = '') => /^\/(api|\.well-known)(\/|\?|$)/.test(url);

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number, headers: object): void {
  const { url: path, method } = incoming;
  const options = { host: 'localhost', port, path, method, headers: incoming.headers };
  const upstream = sendRequest(options, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...headers });
    response.pipe(outgoing);
  });
  // Both programs take a while to start, and the service restarts when its code changes.
  upstream.on('error', () => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'text/plain' });
    outgoing.end('Starting. Reload in a few seconds.');
  });
  incoming.pipe(upstream);
}

export function startProxy(port: number, target: { service: number; metro: number }): void {
  const server = createServer((incoming, outgoing) => {
    if (isForService(incoming.url)) forward(incoming, outgoing, target.service, {});
    else forward(incoming, outgoing, target.metro, isolation);
  });
  // Hot reload is a WebSocket of Metro.
  server.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const upstream = connect(target.metro, 'localhost', () => {
      const lines = [`${method} ${url} HTTP/1.1`];
      for (let at = 0; at < rawHeaders.length; at += 2)
        lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  server.listen(port, 'localhost');
  server.unref();
}
