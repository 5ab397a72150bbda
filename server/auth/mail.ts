import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import type { Config } from '../config';

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/**
 * Sends mail in the background: the duration of a request must not reveal whether there was anything to send.
 */
export type Mailer = {
  readonly post: (mail: Mail) => void;
  /** Resolves when all posted mail is sent. */
  readonly close: () => Promise<void>;
};

type Delivery = { send: (mail: Mail) => Promise<void>; close: () => void };

/** `?from=` in SMTP_URL, else the account if it is an address, else doorstep@ the public host. */
function senderOf(smtp: URL, publicUrl: string | undefined): string {
  const user = decodeURIComponent(smtp.username);
  const host = publicUrl ? new URL(publicUrl).hostname : smtp.hostname;
  return smtp.searchParams.get('from') ?? (user.includes('@') ? user : `doorstep@${host}`);
}

function bySmtp(smtpUrl: string, publicUrl: string | undefined): Delivery {
  const from = senderOf(new URL(smtpUrl), publicUrl);
  const transport = createTransport(smtpUrl, { from });
  return {
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}

/** Without a mail server, each mail is a file that the operator can open. */
function intoFolder(folder: string): Delivery {
  return {
    send: async ({ to, subject, text }) => {
      // Set before the first await, so that files sort in the order of posting.
      const at = new Date().toISOString();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${at.replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.txt`);
      await writeFile(file, `Date: ${at}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
    },
    close: () => undefined,
  };
}

/** Mail by SMTP_URL, or into files under the data folder. */
export function createMailer(
  config: Pick<Config, 'smtpUrl' | 'publicUrl' | 'dataDir'>,
  log: Pick<FastifyBaseLogger, 'error'>
): Mailer {
  const delivery = config.smtpUrl
    ? bySmtp(config.smtpUrl, config.publicUrl)
    : intoFolder(path.join(config.dataDir, 'mail'));
  const underway = new Set<Promise<void>>();
  return {
    post: (mail) => {
      const sending = delivery
        .send(mail)
        // A mail server repeats the address in its message: only the error code is logged.
        .catch((error: unknown) => log.error({ code: codeOf(error) }, 'a mail could not be sent'))
        .finally(() => underway.delete(sending));
      underway.add(sending);
    },
    close: async () => {
      await Promise.all(underway);
      delivery.close();
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
