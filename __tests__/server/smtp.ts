import { once } from 'node:events';
import type net from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

import type { TestService } from './harness';

/** A mail that the server has accepted. */
export type ReceivedMail = { readonly from: string; readonly to: string; readonly text: string };

export type SmtpOptions = {
  readonly port?: number;
  /** Connections beyond this number are refused with 421. */
  readonly maxClients?: number;
  /** Runs when the text has arrived, before the server accepts the mail. An error refuses it. */
  readonly onMail?: (mail: ReceivedMail) => Promise<void>;
  /** The only password that it accepts, of any account. Without it, nobody signs in. */
  readonly password?: string;
  readonly onRecipient?: (address: string) => Error | undefined;
};

export type Smtp = {
  readonly port: number;
  /** For SMTP_URL. */
  readonly url: string;
  /** In the order of arrival. */
  readonly accepted: ReceivedMail[];
  /** The largest number of connections that were open together. */
  readonly mostConnections: () => number;
  stop(): Promise<void>;
};

/** A refusal with an SMTP response code. */
export const refusal = (responseCode: number) => Object.assign(new Error('not now'), { responseCode });

/** A real SMTP server on this machine, without TLS. */
export async function startSmtp(options: SmtpOptions = {}): Promise<Smtp> {
  const accepted: ReceivedMail[] = [];
  let open = 0;
  let most = 0;
  const settings: SMTPServerOptions = {
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: options.password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === options.password ? done(null, { user: username }) : done(new Error('Wrong password')),
    closeTimeout: 100,
    ...(options.maxClients === undefined ? {} : { maxClients: options.maxClients }),
    onConnect: (_session, done) => {
      open += 1;
      most = Math.max(most, open);
      done();
    },
    onClose: () => (open -= 1),
    onRcptTo: ({ address }, _session, done) => done(options.onRecipient?.(address) ?? null),
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const mail = { from, to: rcptTo[0]?.address ?? '', text };
        Promise.resolve(options.onMail?.(mail)).then(
          () => {
            accepted.push(mail);
            done(null);
          },
          (error: Error) => done(error)
        );
      });
    },
  };
  const server = new SMTPServer(settings);
  server.on('error', () => undefined);
  const listener = server.listen(options.port ?? 0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = server.server.address() as net.AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    mostConnections: () => most,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Invites addresses as the manager of a space. */
export function inviteAll(service: TestService, token: string, mails: readonly string[]) {
  const invitations = mails.map((email) => ({ email }));
  return service.call(token, 'POST', '/users/invitation', { body: { data: { invitations } } });
}
