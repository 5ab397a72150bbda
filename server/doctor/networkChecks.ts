import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';

import { mailServerOf } from '../auth/mail';
import type { Config } from '../config';
import { type Finding, ok, problem, reasonOf, warning } from './finding';

const TIMEOUT_MS = 10_000;
const CERTIFICATE_DAYS = 14;
const CLOCK_SECONDS = 60;
const DAY_MS = 86_400_000;

/** Whether the mail server accepts the account. No mail is sent. */
export async function checkMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Finding[]> {
  if (smtpUrl === undefined)
    return [warning('mail', 'SMTP_URL is not set: codes and invitations are files in the data folder.')];
  const address = mailServerOf(smtpUrl);
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: address.href, ...timeouts });
  try {
    await transport.verify();
    return [ok('mail', `${address.hostname} accepts the account.`)];
  } catch (error) {
    return [problem('mail', `${address.hostname} does not accept SMTP_URL (${reasonOf(error)}).`)];
  } finally {
    transport.close();
  }
}

/** The days until the certificate of a host expires. */
async function certificateDays({ hostname, port }: URL, now: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port: Number(port || 443), servername: hostname, timeout: TIMEOUT_MS };
    const socket = connect(options, () => {
      resolve((Date.parse(socket.getPeerCertificate().valid_to) - now) / DAY_MS);
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error('no response')));
    socket.once('error', reject);
  });
}

/** Node.js has a code for each reason. */
function isCertificateRefused(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return /CERT|ISSUER|SIGNATURE/.test(code ?? '');
}

/** Whether people reach the service at its public address; the certificate, and the clock beside it. */
export async function checkAddress({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding[]> {
  if (publicUrl === undefined) return [];
  const address = new URL(publicUrl);
  try {
    const response = await fetch(`${publicUrl}/api/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const now = Date.now();
    if (!response.ok)
      return [
        problem(
          'address',
          `${publicUrl}/api/health responds with ${response.status}: check the proxy and the service.`
        ),
      ];
    const findings = [ok('address', `${publicUrl} reaches the service.`)];
    if (address.protocol === 'https:') {
      const days = Math.floor(await certificateDays(address, now));
      if (days < CERTIFICATE_DAYS)
        findings.push(problem('address', `Its certificate expires in ${days} days: renew it.`));
    }
    const seconds = Math.round(Math.abs(Date.parse(response.headers.get('date') ?? '') - now) / 1000);
    if (seconds > CLOCK_SECONDS)
      findings.push(
        problem('clock', `It differs from the clock of ${publicUrl} by ${seconds} s: synchronise both (NTP).`)
      );
    return findings;
  } catch (error) {
    const reason = reasonOf(error);
    return [
      isCertificateRefused(error)
        ? problem(
            'address',
            `The certificate of ${publicUrl} is not trusted (${reason}): renew it, with its whole chain.`
          )
        : problem(
            'address',
            `${publicUrl} cannot be reached from here (${reason}): check DNS, the proxy and the service.`
          ),
    ];
  }
}
