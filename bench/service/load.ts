import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The text of one HTTP request, created for each call. */
export type Request = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type Round = {
  /** The duration of each request, in milliseconds. */
  times: number[];
  perSecond: number;
};

const endOfHead = Buffer.from('\r\n\r\n');

/**
 * A minimal keep-alive connection: a complete HTTP client on the same two cores would cost as much as the service that it
 * measures. Supports only responses with a content-length.
 */
class Connection {
  private received: Buffer = Buffer.alloc(0);
  private waiting: ((status: number) => void) | null = null;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.take(chunk));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /** Sends one request and returns its status. */
  send({ method, path, headers = {}, body = '' }: Request): Promise<number> {
    const lines = Object.entries({ host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`
    );
    const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    this.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
    return new Promise((resolve, reject) => {
      this.waiting = resolve;
      this.socket.once('close', () =>
        reject(new Error(`The connection was closed during ${method} ${path}.`))
      );
    });
  }

  close(): void {
    this.socket.removeAllListeners('close');
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const head = this.received.indexOf(endOfHead);
    if (head < 0) return;
    const text = this.received.toString('latin1', 0, head);
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (length === undefined) throw new Error(`A response without a content-length: ${text}`);
    if (this.received.length < head + endOfHead.length + Number(length)) return;
    this.received = Buffer.alloc(0);
    this.socket.removeAllListeners('close');
    this.waiting?.(Number(text.slice(9, 12)));
  }
}

/** Sends `count` requests over several connections concurrently, and measures each. */
export async function load(
  port: number,
  make: (turn: number) => Request,
  { count, connections }: { count: number; connections: number }
): Promise<Round> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const times: number[] = [];
  let next = 0;
  const start = performance.now();
  try {
    await Promise.all(
      open.map(async (connection) => {
        while (next < count) {
          const request = make(next);
          next += 1;
          const sentAt = performance.now();
          const status = await connection.send(request);
          if (status !== 200) throw new Error(`${request.method} ${request.path} returned ${status}.`);
          times.push(performance.now() - sentAt);
        }
      })
    );
  } finally {
    for (const connection of open) connection.close();
  }
  const seconds = (performance.now() - start) / 1000;
  return { times, perSecond: count / seconds };
}
