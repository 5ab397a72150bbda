import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** Supervisors commonly kill a service, and its database, ten seconds after SIGTERM. */
const SHUTDOWN_MS = 8_000;

/**
 * On shutdown, requests in progress finish and their connections close. Connections without a request (browsers open them in
 * advance) close immediately; Node would wait a minute for them. All others close after SHUTDOWN_MS.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let isClosing = false;
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    const timer = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_MS);
    app.server.once('close', () => clearTimeout(timer));
    timer.unref();
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done();
  });
}
