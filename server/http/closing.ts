import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** Those who stop a service commonly wait ten seconds before they kill it, its database with it. */
const LONGEST_STOP_MS = 8_000;

/**
 * What is under way is finished; its connection is then given up instead of being kept for a next request. A browser
 * opens connections ahead of any need, and Node would wait a minute for the first request on one: those end at once.
 * A phone that vanished in the middle of a request ends with the time that is left.
 */
export function closeConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    const cutting = setTimeout(() => app.server.closeAllConnections(), LONGEST_STOP_MS);
    app.server.once('close', () => clearTimeout(cutting));
    cutting.unref();
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done();
  });
}
