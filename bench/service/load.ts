import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One request as it goes over the wire, made anew for every turn. */
export type Request = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type Round = {
  /** Of each answer, in milliseconds. */
  times: number[];
  perSecond: number;
};

const endOfHead = Buffer.from('\r\n\r\n');

/**
 * A connection that stays open, as plain as can be: a whole HTTP client in the same two cores would cost as much as
 * what it measures. Understands answers with a content-length, which is all that either service gives.
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

  /** Sends one request and answers its status. */
  ask({ method, path, headers = {}, body = '' }: Request): Promise<number> {
    const lines = Object.entries({ host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`
    );
    const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    this.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
    return new Promise((resolve, reject) => {
      this.waiting = resolve;
      this.socket.once('close', () =>
        reject(new Error(`The connection was closed under ${method} ${path}.`))
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
    if (length === undefined) throw new Error(`An answer without a length: ${text}`);
    if (this.received.length < head + endOfHead.length + Number(length)) return;
    this.received = Buffer.alloc(0);
    this.socket.removeAllListeners('close');
    this.waiting?.(Number(text.slice(9, 12)));
  }
}

/** Sends requests over several connections at once, `count` in all, and times every answer. */
export async function load(
  port: number,
  make: (turn: number) => Request,
  { count, connections }: { count: number; connections: number }
): Promise<Round> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const times: number[] = [];
  let next = 0;
  const start = performance.now();
  await Promise.all(
    open.map(async (connection) => {
      while (next < count) {
        const request = make(next);
        next += 1;
        const asked = performance.now();
        const status = await connection.ask(request);
        if (status !== 200) throw new Error(`${request.method} ${request.path} was answered with ${status}.`);
        times.push(performance.now() - asked);
      }
    })
  );
  const seconds = (performance.now() - start) / 1000;
  for (const connection of open) connection.close();
  return { times, perSecond: count / seconds };
}
