import { router } from 'expo-router';
import { act, screen } from 'expo-router/testing-library';

import { type AuditEntry } from '@/contract/audit';
import { applyContacts } from '@/db/contacts';
import { setFact } from '@/db/facts';
import { applyForms } from '@/db/forms';
import { applyBundles } from '@/db/ledger/bundles';
import { applyDonationPrices, applyMembershipPriceGroups } from '@/db/prices';
import { applyTransactionStatuses } from '@/db/statuses';
import { applyTeams } from '@/db/teams';
import { dayOf } from '@/domain/day';
import { auditQueries, everything } from '@/features/audit/queries';

import { openOrganiser, openOrganiserInStack, withSpace } from '../support/organiser';
import { press, settle, type } from '../support/render';
import { saturday } from '../support/runtime';

const at = (hoursAgo: number) => new Date(saturday - hoursAgo * 3_600_000).toISOString();
const marc = { id: 1, name: 'Marc Dulac' };
const amina = { id: 4, name: 'Amina Berger' };
const roleChanged: AuditEntry = {
  id: 12,
  at: at(1),
  kind: 'member',
  event: 'role_changed',
  actor: marc,
  device: 'Pixel 8',
  subject: amina,
  fields: [],
  old: 'Volunteer',
  new: 'Manager',
};
const corrected: AuditEntry = {
  id: 11,
  at: at(2),
  kind: 'money',
  event: 'corrected',
  actor: { id: 99 },
  token: 'nightly',
  record_kind: 'transaction_bundle',
  record_id: 100,
  fields: ['amount', 'city', 'new_field'],
};

const pageOf = (good: AuditEntry[], cursor?: string) => ({ good, bad: [], cursor });

async function openAdmin(path: string) {
  const admin = await withSpace('admin');
  await admin.runtime.store.write((tx) => setFact(tx, admin.runtime.scope, 'capabilities', ['audit']));
  admin.fakes.online.listAudit = pageOf([roleChanged, corrected]);
  return { ...admin, open: () => openOrganiser(admin.runtime, path) };
}

/** Names and values are isolated, for the order of words in Arabic. */
const detail = (text: string) => {
  const between = '[\u2068\u2069]*';
  const letters = [...text].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/, '\\$&'));
  return screen.getByText(new RegExp(`^${between}${letters.join(between)}${between}$`));
};

it('shows old and new values of settings and statuses in words, and what happened to an invitation', async () => {
  const { fakes, open } = await openAdmin('/audit');
  const changed = { at: at(1), actor: marc, event: 'changed' };
  const invitation = { ...changed, kind: 'member', record_kind: 'invitation', record_id: 5 };
  fakes.online.listAudit = pageOf([
    {
      ...changed,
      id: 9,
      kind: 'settings',
      record_kind: 'space',
      fields: ['visibility'],
      old: 'assigned',
      new: 'everyone',
    },
    {
      ...changed,
      id: 8,
      kind: 'settings',
      record_kind: 'donation_price',
      record_id: 3,
      fields: ['amount'],
      old: '1000 eur',
      new: '1250 eur',
    },
    {
      ...changed,
      id: 7,
      kind: 'settings',
      record_kind: 'space',
      fields: ['newcomer_codes'],
      old: 'false',
      new: 'true',
    },
    {
      ...changed,
      id: 6,
      kind: 'money',
      event: 'status_changed',
      record_kind: 'transaction_bundle',
      record_id: 100,
      fields: ['status_id'],
      old: 'Valid',
      new: 'Unpaid',
    },
    { ...invitation, id: 5, fields: ['withdrawn_at'] },
    { ...invitation, id: 4, fields: ['expires_at', 'withdrawn_at'] },
    { ...changed, id: 3, kind: 'member', event: 'suspended', subject: amina, fields: [] },
  ]);
  open();
  expect(await screen.findByText('Invitation withdrawn')).toBeTruthy();
  expect(screen.getByText('Invitation sent again')).toBeTruthy();
  const by = ' · by Marc Dulac';
  expect(
    detail(`Space · Who sees contacts and gifts · Those who are assigned → Everyone in the space${by}`)
  ).toBeTruthy();
  expect(detail(`Donation price No. 3 · Amount · €10.00 → €12.50${by}`)).toBeTruthy();
  expect(detail(`Space · Codes for newcomers · No → Yes${by}`)).toBeTruthy();
  expect(detail(`Payment No. 100 · Valid → Unpaid${by}`)).toBeTruthy();
  expect(detail(`Amina Berger${by}`)).toBeTruthy();
});

it('shows who changed what, with role, fields, device and token', async () => {
  const { open } = await openAdmin('/audit');
  open();
  expect(await screen.findByText('Role changed')).toBeTruthy();
  expect(detail('Amina Berger · Volunteer → Manager · by Marc Dulac · Pixel 8')).toBeTruthy();
  expect(
    detail('Payment No. 100 · Amount, Town, other details · by Person 99 · with the token nightly')
  ).toBeTruthy();
});

it('names teams and contacts, shows the amount of a payment, and tells a receipt book from a payment', async () => {
  const { runtime, fakes, open } = await openAdmin('/audit');
  const { store, scope } = runtime;
  await store.write(async (tx) => {
    await applyTeams(tx, scope, [{ id: 71, name: 'Harbour' }]);
    await applyContacts(tx, scope, [{ id: 72, firstname: 'Rosa', surname: 'Lin' }]);
    const transactions = [{ id: 731, amount: 2_000, currency: 'eur' }];
    await applyBundles(tx, scope, [{ id: 73, transactions, memberships: [], donations: [] }]);
  });
  const made = { at: at(1), actor: marc, event: 'created', fields: [] };
  fakes.online.listAudit = pageOf([
    { ...made, id: 9, kind: 'team', event: 'changed', record_kind: 'team', record_id: 71 },
    { ...made, id: 8, kind: 'contact', record_kind: 'contact', record_id: 72 },
    { ...made, id: 7, kind: 'money', record_kind: 'transaction_bundle', record_id: 73 },
    { ...made, id: 6, kind: 'money', record_kind: 'receipt_book', record_id: 4 },
    { ...made, id: 5, kind: 'money', record_kind: 'cash_record', record_id: 3 },
    { ...made, id: 4, kind: 'money', record_kind: 'batch', record_id: 2 },
  ]);
  open();
  const by = ' · by Marc Dulac';
  await screen.findByText(/Harbour/);
  expect(detail(`Team Harbour No. 71${by}`)).toBeTruthy();
  expect(detail(`Contact Rosa Lin No. 72${by}`)).toBeTruthy();
  expect(detail(`Payment No. 73 · now €20.00${by}`)).toBeTruthy();
  expect(screen.getByText('Receipt book started')).toBeTruthy();
  expect(screen.getByText('Cash counted or handed over')).toBeTruthy();
  expect(screen.getByText('Batch made')).toBeTruthy();
  expect(screen.getAllByText('Payment recorded')).toHaveLength(1);
});

it('names prices, statuses and questions, and says what of a price changed', async () => {
  const { runtime, fakes, open } = await openAdmin('/audit');
  const { store, scope } = runtime;
  await store.write(async (tx) => {
    const full = { id: 81, name: 'Full', amount: 2_000, currency: 'eur' };
    await applyMembershipPriceGroups(tx, scope, [{ id: 80, name: 'Membership', membership_prices: [full] }]);
    await applyDonationPrices(tx, scope, [{ id: 82, name: 'Free amount' }]);
    await applyTransactionStatuses(tx, scope, [{ id: 83, name: 'Bounced' }]);
    await applyForms(tx, scope, [{ id: 84, label: 'May we write to you?', type: 'consent' }]);
  });
  const made = { at: at(1), actor: marc, kind: 'settings', event: 'changed', fields: [] };
  const fields = ['amount', 'duration', 'rolling_period'];
  fakes.online.listAudit = pageOf([
    { ...made, id: 9, record_kind: 'membership_price', record_id: 81, fields },
    { ...made, id: 8, record_kind: 'membership_price_group', record_id: 80 },
    { ...made, id: 7, record_kind: 'donation_price', record_id: 82 },
    { ...made, id: 6, record_kind: 'transaction_status', record_id: 83 },
    { ...made, id: 5, record_kind: 'form', record_id: 84 },
  ]);
  open();
  const by = ' · by Marc Dulac';
  await screen.findByText(/Full/);
  expect(detail(`Membership price Full No. 81 · Amount, Length, Ends${by}`)).toBeTruthy();
  expect(detail(`Group of prices Membership No. 80${by}`)).toBeTruthy();
  expect(detail(`Donation price Free amount No. 82${by}`)).toBeTruthy();
  expect(detail(`Status Bounced No. 83${by}`)).toBeTruthy();
  expect(detail(`Question May we write to you? No. 84${by}`)).toBeTruthy();
});

it('tells leaving from being removed, and opens the record or the person', async () => {
  const { fakes, open } = await openAdmin('/audit?kind=money');
  const removed = { kind: 'member', event: 'removed', fields: [], at: at(3), actor: marc };
  fakes.online.listAudit = pageOf([
    corrected,
    { ...removed, id: 10, subject: amina },
    { ...removed, id: 9, subject: marc },
  ]);
  const app = open();
  expect(await screen.findByText('Removed from the space')).toBeTruthy();
  expect(screen.getByText('Left the space')).toBeTruthy();
  expect(fakes.read.at(-1)).toEqual({ endpoint: 'listAudit', query: { kind: 'money', limit: 100 } });
  await press('button', /^Payment corrected/);
  expect(app.getPathname()).toBe('/ledger/100');
});

it('filters by kind, person and days, and exports what is shown', async () => {
  const { fakes, open } = await openAdmin('/audit');
  open();
  await screen.findByText('Role changed');
  await press('button', 'Filter');
  await press('radio', 'Money');
  await type('Person', 'amina');
  await press('button', 'Amina Berger');
  await type('From', '2026-11-01');
  await type('Until', '2026-11-14');
  await press('button', 'Show entries');
  const asked = { kind: 'money', person: 4, from: new Date(2026, 10, 1).toISOString() };
  const expected = { ...asked, to: new Date(2026, 10, 15).toISOString() };
  expect(fakes.read.at(-1)).toEqual({ endpoint: 'listAudit', query: { ...expected, limit: 100 } });
  const file = { name: 'audit-log.csv', type: 'text/csv', text: 'id\r\n' };
  fakes.online.exportAudit = file;
  await press('button', 'Export');
  expect(fakes.read.at(-1)).toEqual({ endpoint: 'exportAudit', query: expected });
  expect(fakes.shared).toEqual([{ ...file, text: expect.stringMatching(/^\ufeffTime,What,Who,/) }]);
});

it('exports the words of the screen with names, and the ids as further columns', async () => {
  const { fakes, open } = await openAdmin('/audit');
  const text = [
    'time,kind,event,actor,device,token,person,record,record_name,fields,old,new,id,actor_id,person_id,record_id',
    `${at(1)},member,role_changed,Marc Dulac,Pixel 8,,Amina Berger,,,,Volunteer,Manager,12,1,4,`,
    `${at(1)},team,person_added,Marc Dulac,,,Amina Berger,team,"North, old town",,,,11,1,4,7`,
    `${at(1)},settings,changed,,,nightly,,donation_price,,amount,1000 eur,1250 eur,10,99,,3`,
  ].join('\r\n');
  fakes.online.exportAudit = { name: 'audit-log.csv', type: 'text/csv', text };
  open();
  await screen.findByText('Role changed');
  await press('button', 'Export');
  const time = `${dayOf(at(1))} ${new Date(at(1)).toTimeString().slice(0, 5)}`;
  expect(fakes.shared[0]?.text.split('\r\n')).toEqual([
    '\ufeffTime,What,Who,Device,Token,Person,Record,Name of the record,Fields,Before,After,kind,event,id,actor_id,person_id,record_id',
    `${time},Role changed,Marc Dulac,Pixel 8,,Amina Berger,,,,Volunteer,Manager,member,role_changed,12,1,4,`,
    `${time},Added to a team,Marc Dulac,,,Amina Berger,Team No. 7,"North, old town",,,,team,person_added,11,1,4,7`,
    `${time},Price changed,Person 99,,nightly,,Donation price No. 3,,Amount,€10.00,€12.50,settings,changed,10,99,,3`,
    '',
  ]);
});

it('does not filter by a day that cannot be read', async () => {
  const { fakes, open } = await openAdmin('/audit');
  open();
  await screen.findByText('Role changed');
  await press('button', 'Filter');
  await type('From', 'yesterday');
  expect(await screen.findByText(/^Type the day as year-month-day/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show entries' })).toBeDisabled();
  await press('button', 'Close');
  expect(screen.queryByText(/yesterday/)).toBeNull();
  expect(fakes.read.at(-1)).toEqual({ endpoint: 'listAudit', query: { limit: 100 } });
});

it('shows why an export failed', async () => {
  const { open } = await openAdmin('/audit');
  open();
  await screen.findByText('Role changed');
  await press('button', 'Export');
  expect(await screen.findByText('No signal. Only the service has this.')).toBeTruthy();
});

it('fetches the next page with its cursor', async () => {
  const { fakes, runtime } = await openAdmin('/audit');
  fakes.online.listAudit = pageOf([corrected], '11');
  const { queryFn, getNextPageParam } = auditQueries.list(runtime, everything);
  expect(getNextPageParam(await queryFn({ pageParam: null }))).toBe('11');
  fakes.online.listAudit = pageOf([roleChanged]);
  expect(getNextPageParam(await queryFn({ pageParam: '11' }))).toBeUndefined();
  expect(fakes.read.at(-1)?.query).toEqual({ limit: 100, cursor: '11' });
});

it('shows a sentence without signal, retries, and has an empty state', async () => {
  const { fakes, open } = await openAdmin('/audit');
  delete fakes.online.listAudit;
  open();
  expect(await screen.findByText('No signal. Only the service has this.')).toBeTruthy();
  fakes.online.listAudit = pageOf([]);
  await press('button', 'Try again');
  expect(await screen.findByText('No entries yet')).toBeTruthy();
});

it('is offered in Settings to admins, where the service has it', async () => {
  const { runtime } = await openAdmin('/settings');
  openOrganiser(runtime, '/settings');
  await screen.findByRole('button', { name: /^Audit log/ });
  await press('button', /^Audit log/);
  expect(await screen.findByText('Role changed')).toBeTruthy();
});

it.each(['manager', 'user'] as const)('is not offered to a %s', async (role) => {
  const { runtime } = await withSpace(role);
  await runtime.store.write((tx) => setFact(tx, runtime.scope, 'capabilities', ['audit']));
  openOrganiser(runtime, '/audit');
  expect(await screen.findByText('Only admins can read the audit log.')).toBeTruthy();
});

it('is not offered where the service has no audit log', async () => {
  const { runtime } = await withSpace('admin');
  openOrganiser(runtime, '/settings');
  await screen.findByText('Treasurer’s key');
  await settle();
  expect(screen.queryByText('Audit log')).toBeNull();
});

it('keeps its filters while a record of it is open, and writes their days as the language does', async () => {
  const { runtime } = await openAdmin('/audit');
  openOrganiserInStack(runtime, '/audit');
  await screen.findByText('Role changed');
  await press('button', 'Filter');
  await type('Person', 'amina');
  await press('button', 'Amina Berger');
  await type('From', '2026-11-01');
  await press('button', 'Show entries');
  expect(screen.getByText('from 1 Nov 2026')).toBeTruthy();
  await press('button', /^Payment corrected/);
  expect(screen.queryByText('from 1 Nov 2026')).toBeNull();
  act(() => router.back());
  await settle();
  expect(await screen.findByText('from 1 Nov 2026')).toBeTruthy();
  expect(screen.getByText('Amina Berger')).toBeTruthy();
});

it('shows the kind of a link also where the log is open', async () => {
  const { fakes, open } = await openAdmin('/audit');
  open();
  await screen.findByText('Role changed');
  act(() => router.navigate('/audit?kind=settings'));
  await settle();
  expect(fakes.read.at(-1)).toEqual({ endpoint: 'listAudit', query: { kind: 'settings', limit: 100 } });
});
