import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';

import type { Database } from '../store/database';
import { databaseError, isDeadlock, isUnavailable } from '../store/postgresErrors';
import type { Delivery } from './mail';
import {
  type ClaimedMail,
  claimMail,
  countQueued,
  expireMails,
  isMailDue,
  recordFailure,
  recordSent,
} from './mails';

/** Sends the queued mails of the database in the background. */
export type MailSender = {
  /** Looks for mail now, after a transaction that wrote some. */
  readonly wake: () => void;
  /** Finishes the mails that are being sent. The others stay queued. */
  readonly close: () => Promise<void>;
};

/** Finds mail that another process wrote, and mail to try again. */
const POLL_MS = 1_000;
const CLOSE_MS = 5_000;
/** Together shorter than a claim, which would let another process send the mail again. */
const RECORD_DELAYS_MS = [100, 500, 2_000, 5_000, 15_000, 30_000];
const LONGEST_DELAY_SECONDS = 600;
/** A refusal (5xx) is tried again: some servers refuse that way when they are busy. */
const ATTEMPTS_AFTER_REFUSAL = 3;

/** 1, 2, 4 … seconds and up to half as much again, so that a server that recovers is not flooded. */
function delayAfter(attempt: number): number {
  return Math.min(LONGEST_DELAY_SECONDS, 2 ** (attempt - 1)) * (1 + Math.random() / 2);
}

/** The error code, with the response code of the mail server. Its text repeats the address. */
function codeOf(error: unknown): { code: string; isRefused: boolean } {
  const { code = 'unknown', responseCode } = error as { code?: unknown; responseCode?: unknown };
  const response = typeof responseCode === 'number' ? responseCode : 0;
  const isRefused = response >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return { code: response === 0 ? String(code) : `${String(code)} ${response}`, isRefused };
}

function createMetrics(database: Database, metrics: Registry) {
  const registers = [metrics];
  new Gauge({
    name: 'doorstep_mails_queued',
    help: 'Mails that are not sent yet, of all processes',
    registers,
    async collect() {
      this.set(await countQueued(database).catch(() => NaN));
    },
  });
  const results = new Counter({
    name: 'doorstep_mails_total',
    help: 'Attempts to send a mail: sent, retry (failed, tried again later) or failed (given up)',
    labelNames: ['result'],
    registers,
  });
  // An alert about an increase needs the value before the first failure.
  for (const result of ['sent', 'retry', 'failed']) results.inc({ result }, 0);
  return results;
}

export function startMailSender(
  database: Database,
  delivery: Delivery,
  { log, metrics }: { log: Pick<FastifyBaseLogger, 'error' | 'warn'>; metrics: Registry }
): MailSender {
  const results = createMetrics(database, metrics);
  let isClosing = false;
  let wakes = 0;
  const bell = new EventEmitter();
  const wake = () => {
    wakes += 1;
    bell.emit('wake');
  };

  async function deliver(mail: ClaimedMail): Promise<void> {
    try {
      await delivery.send(mail);
    } catch (error) {
      const { code, isRefused } = codeOf(error);
      const isGivenUp = isRefused && mail.attempt >= ATTEMPTS_AFTER_REFUSAL;
      results.inc({ result: isGivenUp ? 'failed' : 'retry' });
      log.error({ code, attempt: mail.attempt }, 'a mail could not be sent');
      await recordFailure(database, mail, code, isGivenUp ? null : delayAfter(mail.attempt));
      return;
    }
    results.inc({ result: 'sent' });
    await record(() => recordSent(database, mail));
  }

  /** A mail that was sent and is not recorded would be sent again: a short failure of the database is waited for. */
  async function record(write: () => Promise<void>): Promise<void> {
    for (const delay of RECORD_DELAYS_MS) {
      try {
        return await write();
      } catch (error) {
        if (!isUnavailable(error) && !isDeadlock(error)) throw error;
        log.warn({ sqlState: databaseError(error)?.code }, 'a sent mail could not be recorded yet');
        await sleep(delay, undefined, { ref: false });
      }
    }
    return write();
  }

  async function expire(): Promise<void> {
    const count = await expireMails(database);
    if (count === 0) return;
    results.inc({ result: 'failed' }, count);
    log.error({ count }, 'mails expired before they could be sent');
  }

  // The mail stays in the table and its claim ends by time.
  const logFailure = (error: unknown) =>
    log.warn({ sqlState: databaseError(error)?.code }, 'the table of mails could not be read or written');

  async function work(): Promise<void> {
    while (!isClosing) {
      const since = wakes;
      try {
        const mail = await claimMail(database);
        if (mail) {
          await deliver(mail);
          continue;
        }
      } catch (error) {
        logFailure(error);
        await sleep(POLL_MS, undefined, { ref: false });
      }
      if (wakes === since && !isClosing) await once(bell, 'wake');
    }
  }

  const closing = new AbortController();
  /** Wakes the workers for mail that nobody announced. Separate from them: each may wait long for a mail server. */
  async function poll(): Promise<void> {
    while (!isClosing) {
      await sleep(POLL_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
      if (isClosing) return;
      try {
        await expire();
        if (await isMailDue(database)) wake();
      } catch (error) {
        logFailure(error);
      }
    }
  }

  bell.setMaxListeners(delivery.connections);
  const workers = [poll(), ...Array.from({ length: delivery.connections }, work)];
  return {
    wake,
    close: async () => {
      isClosing = true;
      closing.abort();
      wake();
      await Promise.race([Promise.all(workers), sleep(CLOSE_MS, undefined, { ref: false })]);
      delivery.close();
    },
  };
}
