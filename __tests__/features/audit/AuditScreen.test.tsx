import { screen } from 'expo-router/testing-library';

import { type AuditEntry } from '@/contract/audit';
import { setFact } from '@/db/facts';
import { auditQueries, everything } from '@/features/audit/queries';

import { openOrganiser, withSpace } from '../support/organiser';
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

it('shows who changed what, with role, fields, device and token', async () => {
  const { open } = await openAdmin('/audit');
  open();
  expect(await screen.findByText('Role changed')).toBeTruthy();
  expect(screen.getByText('Amina Berger · Volunteer → Manager · by Marc Dulac · Pixel 8')).toBeTruthy();
  expect(
    screen.getByText('Payment No. 100 · Amount, Town, new_field · by Person 99 · with the token nightly')
  ).toBeTruthy();
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
  expect(fakes.shared).toEqual([file]);
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
