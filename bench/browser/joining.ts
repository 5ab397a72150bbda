import { openPhone, type PersistentPhone } from '../../__tests__/e2e/harness';
import { runSql } from '../../__tests__/server/harness';
import type { Measure } from '../measure';
import type { Filled } from '../service/filled';

type Joined = { contacts: number; usableMs: number; completeMs: number };

/** From the join link to Home, and until the phone holds everything that its person may see. */
async function joinSpace({ page }: PersistentPhone, address: string, token: string): Promise<Joined> {
  const link = new URLSearchParams({ base_url: `${address}/api`, token });
  const begun = performance.now();
  await page.goto(`${address}/join#${link.toString()}`);
  await page.getByRole('tab', { name: 'Home' }).waitFor();
  const usableMs = performance.now() - begun;
  await page.getByRole('tab', { name: 'Contacts' }).click();
  const complete = page.getByText(/[1-9][\d,]* on this phone · Up to date/);
  await complete.waitFor({ timeout: 600_000 });
  const completeMs = performance.now() - begun;
  const contacts = Number((await complete.innerText()).split(' ')[0]?.replaceAll(',', ''));
  return { contacts, usableMs, completeMs };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** A volunteer with their turf beside the given phone, which gets the whole space. */
export async function measureJoining(
  filled: Filled,
  address: string,
  wholePhone: PersistentPhone
): Promise<Measure[]> {
  const setVisibility = (visibility: string) =>
    runSql(filled.connectionString, 'UPDATE spaces SET visibility = $1', [visibility]);
  await setVisibility('assigned');
  const phone = await openPhone();
  const turf = await joinSpace(phone, address, filled.tokens.volunteer).finally(() => phone.close());
  await setVisibility('everyone');
  const whole = await joinSpace(wholePhone, address, filled.tokens.admin);
  if (whole.contacts < filled.contactIds.length) {
    throw new Error(`The phone holds ${whole.contacts} contacts.`);
  }
  const besides = (work: string, ours: number, against: string, base: number): Measure => ({
    work,
    ours: seconds(ours),
    against: `${against} ${seconds(base)}`,
    ratio: ours / base,
    goal: '',
    isMet: null,
  });
  return [
    besides(
      'from the join link to a usable Home, with a turf',
      turf.usableMs,
      'with the whole space',
      whole.usableMs
    ),
    besides(
      `from the join link to a complete turf of ${turf.contacts} contacts`,
      turf.completeMs,
      `the whole space of ${whole.contacts} contacts and its ledger`,
      whole.completeMs
    ),
  ];
}
