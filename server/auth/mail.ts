import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';

import type { Config } from '../config';
import type { ClaimedMail } from './mails';

/** Sends one mail. Rejects if the mail server did not accept it. */
export type Delivery = {
  readonly send: (mail: ClaimedMail) => Promise<void>;
  /** The most mails that are sent together. */
  readonly connections: number;
  readonly close: () => void;
};

/** `?from=` in SMTP_URL, else the account if it is an address, else doorstep@ the public host. */
function senderOf(smtp: URL, publicUrl: string | undefined): string {
  const user = decodeURIComponent(smtp.username);
  const host = publicUrl ? new URL(publicUrl).hostname : smtp.hostname;
  return smtp.searchParams.get('from') ?? (user.includes('@') ? user : `doorstep@${host}`);
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i;
const CONNECTIONS = 5;
/** Together shorter than the claim of a mail. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

/** The address for the mail library, which requires TLS unless the server is this machine: the account is not sent without. */
export function mailServerOf(smtpUrl: string): URL {
  const smtp = new URL(smtpUrl);
  smtp.searchParams.delete('from');
  if (!LOOPBACK.test(smtp.hostname)) {
    smtp.searchParams.set('requireTLS', 'true');
    smtp.searchParams.delete('ignoreTLS');
  }
  return smtp;
}

/** A pool of connections, limited by `?maxConnections=` in SMTP_URL. */
function bySmtp(smtpUrl: string, publicUrl: string | undefined): Delivery {
  const smtp = mailServerOf(smtpUrl);
  const from = senderOf(new URL(smtpUrl), publicUrl);
  const connections = Number(smtp.searchParams.get('maxConnections')) || CONNECTIONS;
  const pool = { pool: true as const, maxConnections: connections, maxMessages: 100 };
  const transport = createTransport({ url: smtp.href, ...pool, ...TIMEOUTS }, { from });
  // The pool reports a lost connection here as well; the mail that used it is rejected separately.
  transport.on('error', () => undefined);
  const host = from.split('@').at(-1) ?? 'doorstep';
  return {
    connections,
    send: async ({ to, subject, text, messageId, createdAt: date }) => {
      await transport.sendMail({ to, subject, text, date, messageId: `<${messageId}@${host}>` });
    },
    close: () => transport.close(),
  };
}

/** Without a mail server, each mail is a file that the operator can open. A repeat overwrites the same file. */
function intoFolder(folder: string): Delivery {
  return {
    connections: 1,
    send: async ({ to, subject, text, messageId, createdAt }) => {
      const at = createdAt.toISOString();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${at.replace(/[:.]/g, '-')}-${messageId.slice(0, 8)}.txt`);
      await writeFile(file, `Date: ${at}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
    },
    close: () => undefined,
  };
}

/** Delivers by SMTP_URL, or into files under the data folder. */
export function createDelivery(config: Pick<Config, 'smtpUrl' | 'publicUrl' | 'dataDir'>): Delivery {
  return config.smtpUrl
    ? bySmtp(config.smtpUrl, config.publicUrl)
    : intoFolder(path.join(config.dataDir, 'mail'));
}
