/** Signing in as a volunteer of the demo, and recording while signed in. */
import { expect, type Bundle, type Demo } from './demo';
import { mailOf, waitForServiceWorker, type TestService } from './harness';

/** Presses on a screen, each counted. */
export function counted(demo: Demo) {
  let taps = 0;
  const tap = async (what: { tap: () => Promise<void> }) => {
    await what.tap();
    taps += 1;
  };
  return {
    count: () => taps,
    tap,
    press: (role: 'button' | 'radio' | 'tab', name: string | RegExp) => tap(demo.visible(role, name)),
  };
}

type UserList = { data: { users: { id: number; mail: string; role_data?: { type?: string } }[] } };

/** The people with the role of the demo's volunteer, without that one and the leader. */
export async function listOtherVolunteers(service: TestService): Promise<{ id: number; mail: string }[]> {
  const { data } = await service.get<UserList>('/users?limit=1000');
  const known = await Promise.all((['volunteer', 'leader'] as const).map((role) => mailOf(service, role)));
  return data.users.filter(({ mail, role_data: role }) => role?.type === 'user' && !known.includes(mail));
}

/** Signs in on a phone without a session, and waits for the first download. */
export async function signInAs(demo: Demo, mail: string): Promise<void> {
  await demo.goTo('/');
  await demo.visible('button', 'Sign in with a code').click();
  await demo.signInWithCode(mail);
  const space = demo.visible('button', /Les Voisins de Valorme/);
  const home = demo.visible('tab', 'Home');
  await space.or(home).first().waitFor();
  if (await space.isVisible()) await space.click();
  await home.waitFor();
  await waitForServiceWorker(demo.phone);
  await demo.text(/^Last connected|^Up to date/).waitFor();
}

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
