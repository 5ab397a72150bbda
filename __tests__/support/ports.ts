import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port, below the range of outgoing connections: while its server is dead, an outgoing connection could get the
 * port, even the attempt to reach that server.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 18_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
