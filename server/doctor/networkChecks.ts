import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';

import { mailServerOf } from '../auth/mail';
import type { Config } from '../config';
import { reasonOf } from '../store/reasons';
import { type Finding, ok, problem, warning } from './finding';

const TIMEOUT_MS = 10_000;
const CERTIFICATE_DAYS = 14;
/** A proxy renews a certificate when a third of its time is left. */
const CERTIFICATE_SHARE = 1 / 6;
const CLOCK_SECONDS = 60;
const DAY_MS = 86_400_000;

function mailAdvice(error: unknown): string {
  const { code = '' } = error as { code?: string };
  const words = `${code} ${reasonOf(error)}`;
  if (/EAUTH/.test(words)) return 'correct the user and the password in it';
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(words)) return 'correct the host name in it, or check DNS';
  if (/wrong version number/.test(words)) return 'smtps:// is for port 465; use smtp:// for port 587 or 25';
  if (/CERT|ISSUER|SIGNATURE|certificate/i.test(words))
    return 'its certificate is not trusted; for an authority of your own set NODE_EXTRA_CA_CERTS to its file';
  if (/STARTTLS|ETLS/.test(words)) return 'it has to offer TLS, because the account is not sent without';
  return 'check the host and the port in it, and the firewall';
}

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
    const text = `${address.hostname} does not accept SMTP_URL (${reasonOf(error)}): ${mailAdvice(error)}.`;
    return [problem('mail', text)];
  } finally {
    transport.close();
  }
}

/** When a certificate was issued and expires. */
export type Lifetime = { readonly from: number; readonly to: number };

async function readLifetime({ hostname, port }: URL): Promise<Lifetime> {
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port: Number(port || 443), servername: hostname, timeout: TIMEOUT_MS };
    const socket = connect(options, () => {
      const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
      resolve({ from: Date.parse(from), to: Date.parse(to) });
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error('no response')));
    socket.once('error', reject);
  });
}

/** Whether somebody has to renew a certificate. One that lives for days only is renewed in its last days. */
export function checkLifetime({ from, to }: Lifetime, now: number): Finding[] {
  const left = to - now;
  if (left >= Math.min(CERTIFICATE_DAYS * DAY_MS, (to - from) * CERTIFICATE_SHARE)) return [];
  const text = `Its certificate expires in ${Math.floor(left / DAY_MS)} days: renew it, or see in the log of the proxy why that failed.`;
  return [problem('address', text)];
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
    if (address.protocol === 'https:') findings.push(...checkLifetime(await readLifetime(address), now));
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
            `The certificate of ${publicUrl} is not trusted (${reason}): renew it, with its whole chain. For an authority of your own set NODE_EXTRA_CA_CERTS to its file.`
          )
        : problem(
            'address',
            `${publicUrl} cannot be reached from here (${reason}): check DNS, the proxy and the service.`
          ),
    ];
  }
}
