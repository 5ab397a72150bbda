/**
 * The fixtures of the browser tests. `service` is one demo service per worker; `demo` is a separate phone for every
 * test, joined as `joinAs`, with the actions of a person.
 */
import assert from 'node:assert/strict';
import { expect, test as base, type Locator } from '@playwright/test';
import {
  goTo,
  installApp,
  mailOf,
  openJoinLink,
  openPhone,
  pressSave,
  removeFolder,
  signInWithCode,
  startDemoService,
  syncNow,
  waitForServiceWorker,
  type PersistentPhone,
  type PhoneOptions,
  type Role,
  type TestService,
} from './harness';

export type Bundle = {
  id: number;
  transactions: {
    amount: number;
    currency: string;
    contact_id?: number;
    payment_method_kind: string;
    delivery_token?: string;
    comment?: string;
  }[];
  memberships?: { amount: number }[];
  donations?: { amount: number }[];
};

type Contact = { id: number; firstname?: string; surname?: string };

/** What Home shows when the first download is complete. */
const upToDate = /^Up to date|^Last connected/;

/** What a person sees and does on a phone. Previous screens stay mounted, so only visible elements count. */
export function createDemo(phone: PersistentPhone, service: TestService) {
  const visible = (role: 'button' | 'radio' | 'tab', name: string | RegExp): Locator =>
    phone.page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first();
  const text = (words: string | RegExp): Locator =>
    phone.page.getByText(words).filter({ visible: true }).first();

  const listBundles = async (): Promise<Bundle[]> => {
    type BundleList = { data: Bundle[]; total: number };
    const { data, total } = await service.get<BundleList>('/v1/transaction_bundles?limit=1000');
    expect(data.length).toBe(total);
    return data;
  };

  /** Searches a contact for a record, and waits until the list shows the results of this name only. */
  const searchFor = async (name: string): Promise<Locator> => {
    const field = phone.page.getByLabel('Search').filter({ visible: true });
    await field.fill(name);
    const offer = visible('button', new RegExp(`^New supporter: ${name}`));
    await offer.waitFor();
    const distance = async () => {
      const [above, below] = [await field.boundingBox(), await offer.boundingBox()];
      return above === null || below === null ? Infinity : below.y - (above.y + above.height);
    };
    // One result, or the text that there is none, fits between the two.
    await expect.poll(distance, { message: `the list shows the results for ${name}` }).toBeLessThan(200);
    return offer;
  };

  return {
    phone,
    service,
    visible,
    text,
    goTo: (path: string) => goTo(phone, service, path),
    /** Loads the page at this address, as a link from outside does. */
    open: async (path: string) => {
      await phone.page.goto(`${service.address}${path}`);
    },
    join: async (role: Role) => {
      await openJoinLink(phone, service.joinLink(role));
      await waitForServiceWorker(phone);
      await text(upToDate).waitFor();
    },
    save: () => pressSave(phone),
    syncNow: () => syncNow(phone),
    /** The button that records a name as a new supporter. */
    findNewSupporter: searchFor,
    /** The button of a contact that the phone has. */
    findPerson: async (name: string): Promise<Locator> => {
      await searchFor(name);
      return visible('button', new RegExp(`^(?!New supporter).*${name}`));
    },
    mailOf: (role: Role) => mailOf(service, role),
    signInWithCode: (mail: string) => signInWithCode(phone, service, mail),
    listBundles,
    /** Waits until the service has exactly that many bundles. */
    waitForBundles: async (count: number) => {
      const countBundles = async () => (await listBundles()).length;
      await expect.poll(countBundles, { message: `${count} bundles arrive` }).toBeGreaterThanOrEqual(count);
      expect(await countBundles()).toBe(count);
    },
    /** Contacts whose name is unique, so that a search finds one person. */
    listUniqueContacts: async (count: number): Promise<{ id: number; name: string }[]> => {
      const { data } = await service.get<{ data: Contact[] }>('/v1/contacts?limit=1000');
      const named = data
        .filter(({ firstname, surname }) => firstname && surname)
        .map(({ id, firstname, surname }) => ({ id, name: `${firstname} ${surname}` }));
      const unique = named.filter(
        ({ name }) => named.filter((other) => other.name.includes(name)).length === 1
      );
      assert.ok(unique.length >= count);
      return unique.slice(0, count);
    },
  };
}

export type Demo = ReturnType<typeof createDemo>;

/** A phone has the app of the service already, as on every visit after the first. */
type FixtureOptions = Omit<PhoneOptions, 'installedApp'> & { isFirstVisit?: boolean };

type TestFixtures = {
  /** The user of the phone; null is a phone without a session. */
  joinAs: Role | null;
  phoneOptions: FixtureOptions;
  /** Opens another phone, which is closed after the test. */
  openAnotherPhone: (options?: FixtureOptions) => Promise<PersistentPhone>;
  demo: Demo;
};

type WorkerFixtures = {
  serviceSettings: Record<string, string>;
  service: TestService;
  /** The profile folder of a phone that has the app. */
  getInstalledApp: () => Promise<string>;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serviceSettings: [{ DEMO_CONTACTS: '600' }, { option: true, scope: 'worker' }],
  service: [
    async ({ serviceSettings }, use) => {
      const service = await startDemoService(serviceSettings);
      await use(service);
      await service.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  getInstalledApp: [
    async ({ service }, use) => {
      const installed: Promise<string>[] = [];
      await use(() => (installed[0] ??= installApp(service.address)));
      for (const profile of installed) await removeFolder(await profile);
    },
    { scope: 'worker' },
  ],
  joinAs: ['volunteer', { option: true }],
  phoneOptions: [{}, { option: true }],
  openAnotherPhone: async ({ getInstalledApp }, use) => {
    const opened: PersistentPhone[] = [];
    await use(async ({ isFirstVisit = false, ...options } = {}) => {
      const phone = await openPhone(
        isFirstVisit ? options : { ...options, installedApp: await getInstalledApp() }
      );
      opened.push(phone);
      return phone;
    });
    for (const phone of opened) await phone.close();
  },
  demo: async ({ openAnotherPhone, service, joinAs, phoneOptions }, use) => {
    const demo = createDemo(await openAnotherPhone(phoneOptions), service);
    if (joinAs !== null) await demo.join(joinAs);
    await use(demo);
  },
});

export { expect };
