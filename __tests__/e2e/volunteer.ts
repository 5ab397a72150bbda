/** Signing in as the volunteer of the demo, and recording while signed in. */
import { expect, type Bundle, type Demo } from './demo';

export async function signInAsVolunteer(demo: Demo): Promise<void> {
  await demo.visible('button', 'Sign in with a code').click();
  await demo.signInWithCode(await demo.mailOf('volunteer'));
  // All users of the demo belong to two spaces.
  await demo.visible('button', /Les Voisins de Valorme/).click();
  await demo.visible('tab', 'Home').waitFor();
  await demo.text(/Last connected|Up to date/).waitFor();
}

/** Records a donation of €20 from Home. */
export async function recordDonation(demo: Demo, name: string): Promise<void> {
  await demo.visible('button', 'Record').click();
  await (await demo.findPerson(name)).click();
  await demo.visible('radio', /€20/).click();
  await demo.visible('radio', 'Cash').click();
  await demo.save();
}

/** Waits until that many bundles have arrived since, and returns them. */
export async function waitForNewBundles(
  demo: Demo,
  before: ReadonlySet<number>,
  count: number
): Promise<Bundle[]> {
  await demo.waitForBundles(before.size + count);
  return (await demo.listBundles()).filter(({ id }) => !before.has(id));
}

/** Goes online and signs in again; the one waiting record arrives, once. */
export async function signInAndSend(
  demo: Demo,
  before: ReadonlySet<number>,
  contactId: number
): Promise<void> {
  await demo.phone.setOffline(false);
  await signInAsVolunteer(demo);
  const arrived = await waitForNewBundles(demo, before, 1);
  expect(arrived.map(({ transactions }) => transactions[0]?.contact_id)).toEqual([contactId]);
}
