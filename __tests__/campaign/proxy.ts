/** A proxy between browser and service that does to each request of the API what it is told. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fate } from './faults';

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** A request that the browser repeats automatically follows its cut immediately. */
const resendWithinMs = 300;

/** Accept-Encoding is dropped because only plain text can end early and still be readable. */
const notPassedOn = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'accept-encoding',
]);

export class FaultProxy {
  /** Decides about each request of the API. */
  choose: (isWrite: boolean) => Fate = () => ({ kind: 'pass' });
  readonly counts: Record<string, number> = {};
  /** The bodies of writes that the browser repeated automatically, after the service had stored the first. */
  readonly resent: string[] = [];
  #server: Server | null = null;
  readonly #sockets = new Set<Socket>();
  readonly #agent = new Agent({ keepAlive: true });
  /** When the connection of a write was cut after the service had answered, by the hash of its body. */
  readonly #cutAt = new Map<string, number>();
  #inFlight = 0;

  constructor(
    readonly port: number,
    readonly servicePort: number
  ) {}

  get isQuiet(): boolean {
    return this.#inFlight === 0;
  }

  async start(): Promise<void> {
    if (this.#server) return;
    const server = createServer((incoming, outgoing) => void this.#handle(incoming, outgoing));
    server.keepAliveTimeout = 60_000;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#server = server;
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
  }

  /** Refuses new connections and resets the open ones. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    server.close();
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await once(server, 'close');
  }

  async close(): Promise<void> {
    await this.stop();
    this.#agent.destroy();
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.#inFlight += 1;
    try {
      await this.#apply(incoming, outgoing);
    } catch {
      // The browser or the service has gone.
      incoming.socket.destroy();
    } finally {
      this.#inFlight -= 1;
    }
  }

  async #apply(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    const isApi = incoming.url?.startsWith('/api/') ?? false;
    const isWrite = isApi && !['GET', 'HEAD', 'OPTIONS'].includes(incoming.method ?? '');
    const hash = isWrite ? createHash('sha256').update(body).digest('hex') : '';
    if (isWrite && Date.now() - (this.#cutAt.get(hash) ?? 0) < resendWithinMs)
      this.resent.push(body.toString());
    const fate = isApi ? this.choose(isWrite) : ({ kind: 'pass' } as const);
    if (isApi) this.#count(`${isWrite ? 'write' : 'read'}: ${nameOf(fate)}`);
    const cut = (reset: boolean) => (reset ? incoming.socket.resetAndDestroy() : incoming.socket.destroy());

    switch (fate.kind) {
      case 'pass':
        return send(outgoing, await this.#forward(incoming, body));
      case 'delay': {
        await sleep(fate.beforeMs);
        const answer = await this.#forward(incoming, body);
        await sleep(fate.afterMs);
        return send(outgoing, answer);
      }
      case 'cut': {
        if (fate.when === 'before') return void cut(fate.reset);
        const answer = await this.#forward(incoming, body);
        if (fate.when === 'after') {
          if (isWrite && answer.status < 300) this.#cutAt.set(hash, Date.now());
          return void cut(fate.reset);
        }
        writeHead(outgoing, answer, answer.body.length);
        outgoing.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)));
        await sleep(20);
        return void cut(fate.reset);
      }
      case 'truncate': {
        const answer = await this.#forward(incoming, body);
        return send(outgoing, {
          ...answer,
          body: answer.body.subarray(0, Math.floor(answer.body.length / 2)),
        });
      }
      case 'silence':
        if (fate.isForwarded) await this.#forward(incoming, body);
        return;
      case 'answer':
        return send(outgoing, {
          status: fate.status,
          headers: fate.headers ?? {},
          body: Buffer.from(fate.body ?? ''),
        });
    }
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** The answer of the service; 502 while it is dead, as of a proxy in front of it. */
  #forward(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((done) => {
      const onError = () =>
        done({ status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>502</h1>') });
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: this.servicePort,
          method: incoming.method,
          path: incoming.url,
          agent: this.#agent,
          headers: { ...passedOn(incoming.headers), 'content-length': String(body.length) },
        },
        (response) => {
          readAll(response).then(
            (content) =>
              done({ status: response.statusCode ?? 502, headers: response.headers, body: content }),
            onError
          );
        }
      );
      outgoing.on('error', onError);
      outgoing.end(body);
    });
  }
}

function nameOf(fate: Fate): string {
  switch (fate.kind) {
    case 'cut':
      return `cut ${fate.when}${fate.reset ? ', reset' : ''}`;
    case 'silence':
      return fate.isForwarded ? 'answer lost' : 'lost';
    case 'answer':
      return fate.name;
    default:
      return fate.kind;
  }
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !notPassedOn.has(name)));

function writeHead(outgoing: ServerResponse, { status, headers }: Answer, length: number): void {
  const hasBody = status !== 204 && status !== 304;
  outgoing.writeHead(status, { ...passedOn(headers), ...(hasBody ? { 'content-length': length } : {}) });
}

function send(outgoing: ServerResponse, answer: Answer): void {
  writeHead(outgoing, answer, answer.body.length);
  outgoing.end(answer.body);
}
