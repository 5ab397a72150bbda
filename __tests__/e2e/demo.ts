/**
 * The set-up that tests made as a person share: one service for a file of tests, one phone for all of them or one for
 * each, and what a person does with it. The runner puts everything away again.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { type Locator } from 'playwright-core';
import {
  eventually,
  joinBy,
  mailOf,
  openPhone,
  passTheServicesPages,
  pressSave,
  startDemoService,
  waitUntilHeldOffline,
  type Role,
  type TestPhone,
  type TestService,
} from './harness';

interface DemoOptions {
  /** Settings of the service, on top of those of every test. */
  settings?: Record<string, string>;
  /** What is made ready at the service before anybody joins. */
  prepare?: (service: TestService) => Promise<void>;
  /** Whose phone it is, joined and fetched to the end; without it nobody has joined yet. */
  joinAs?: Role;
  /** A phone of its own for every test. */
  aPhoneEach?: boolean;
}

export type Bundle = {
  id: number;
  transactions: {
    amount: number;
    contact_id?: number;
    payment_method_kind: string;
    delivery_token?: string;
    comment?: string;
  }[];
  memberships?: { amount: number }[];
  donations?: { amount: number }[];
};

type Contact = { id: number; firstname?: string; surname?: string };

/** Says when everything was fetched, or that there was just an answer. */
const fetched = /^Up to date|^Last connected/;

export function setUpDemo({ settings, prepare, joinAs, aPhoneEach = false }: DemoOptions = {}) {
  let service: TestService | null = null;
  let phone: TestPhone | null = null;

  const close = async () => {
    await phone?.close();
    phone = null;
  };
  const open = async () => {
    phone = await openPhone();
    if (joinAs !== undefined) await join(joinAs);
  };
  before(async () => {
    service = await startDemoService(settings);
    await prepare?.(service);
    if (!aPhoneEach) await open();
  });
  if (aPhoneEach) {
    beforeEach(open);
    afterEach(close);
  }
  after(async () => {
    await close();
    await service?.close();
  });

  const getService = (): TestService => {
    assert.ok(service, 'the service has started');
    return service;
  };
  const getPhone = (): TestPhone => {
    assert.ok(phone, 'the phone is open');
    return phone;
  };

  /** What is on the screen now: places that were left stay mounted behind it. */
  const visible = (role: 'button' | 'radio' | 'tab', name: string | RegExp): Locator =>
    getPhone()
      .page.getByRole(role, { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first();
  const text = (words: string | RegExp): Locator =>
    getPhone().page.getByText(words).filter({ visible: true }).first();

  async function join(role: Role): Promise<void> {
    await joinBy(getPhone(), getService().joinLink(role));
    await waitUntilHeldOffline(getPhone());
    await text(fetched).waitFor();
  }

  /**
   * Types a name where a record asks for whom it is, and waits until the list is that of the name: the offer to take
   * it down as somebody new has come up to it. What is pressed sooner moves away under the finger.
   */
  async function searchFor(name: string): Promise<Locator> {
    const field = getPhone().page.getByLabel('Search').filter({ visible: true });
    await field.fill(name);
    const offer = visible('button', new RegExp(`^New supporter: ${name}`));
    await offer.waitFor();
    await eventually(`the list is that of ${name}`, async () => {
      const [above, below] = [await field.boundingBox(), await offer.boundingBox()];
      // Between the two there is room for one person, or for the word that there is none.
      return above !== null && below !== null && below.y - (above.y + above.height) < 200;
    });
    return offer;
  }

  async function listBundles(): Promise<Bundle[]> {
    type BundleList = { data: Bundle[]; total: number };
    const { data, total } = await getService().get<BundleList>('/v1/transaction_bundles?limit=1000');
    assert.equal(data.length, total);
    return data;
  }

  return {
    get service() {
      return getService();
    },
    get phone() {
      return getPhone();
    },
    visible,
    text,
    join,
    /** Puts the phone away for good and takes a new one, on which nobody has joined. */
    takeAnotherPhone: async () => {
      await close();
      phone = await openPhone();
    },
    goTo: async (path: string) => {
      await getPhone().page.goto(`${getService().address}${path}`);
    },
    save: () => pressSave(getPhone()),
    /** Where a record asks for whom it is: the offer to take down somebody whom the phone does not know. */
    findNobody: searchFor,
    /** Finds somebody whom the phone knows, where a record asks for whom it is. */
    findPerson: async (name: string): Promise<Locator> => {
      await searchFor(name);
      // What stands below them offers to take the same name down as somebody new.
      return visible('button', new RegExp(`^(?!New supporter).*${name}`));
    },
    mailOf: (role: Role) => mailOf(getService(), role),
    passTheServicesPages: (mail: string) => passTheServicesPages(getPhone(), getService(), mail),
    listBundles,
    /** Waits until the service has that many bundles. */
    untilBundles: async (count: number) => {
      await eventually(`${count} bundles at the service`, async () => (await listBundles()).length >= count);
      assert.equal((await listBundles()).length, count);
    },
    /** Contacts whose name nobody else has, so that a search finds one person. */
    listUnmistakable: async (count: number): Promise<{ id: number; name: string }[]> => {
      const { data } = await getService().get<{ data: Contact[] }>('/v1/contacts?limit=1000');
      const named = data
        .filter(({ firstname, surname }) => firstname && surname)
        .map(({ id, firstname, surname }) => ({ id, name: `${firstname} ${surname}` }));
      const once = named.filter(
        ({ name }) => named.filter((other) => other.name.includes(name)).length === 1
      );
      assert.ok(once.length >= count);
      return once.slice(0, count);
    },
  };
}
