/** A network to a server on this machine: a TCP relay that can fail and that can change its target. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Relay = {
  port: number;
  /** Ends every connection and refuses new ones. */
  cut: () => void;
  /** Passes nothing on, and keeps the connections: nobody notices before a timeout. */
  stall: () => void;
  /** The same for the present connections only, until they end. */
  swallow: () => void;
  heal: () => void;
  close: () => Promise<void>;
};

export async function startRelay(from: number, to: () => number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'stalled' = 'open';
  const add = (socket: Socket, other: () => Socket | null) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other()?.destroy();
    });
  };
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy();
    const far = connect({ host: '127.0.0.1', port: to() });
    add(near, () => far);
    add(far, () => near);
    near.on('data', (chunk) => void far.write(chunk));
    far.on('data', (chunk) => void near.write(chunk));
    if (state === 'stalled') for (const socket of [near, far]) socket.pause();
    return undefined;
  });
  server.listen(from, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: from,
    cut: () => {
      state = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    stall: () => {
      state = 'stalled';
      for (const socket of sockets) socket.pause();
    },
    swallow: () => {
      for (const socket of sockets) socket.pause();
    },
    heal: () => {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
