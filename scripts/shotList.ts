import { type Page } from '@playwright/test';
import { type Role, type TestService } from '../__tests__/e2e/harness';
import { nodeSigner, receiptOf } from '../__tests__/support/receipts';
import { makeCheckInCode } from '../src/domain/checkInCode';

/** A screen or a state of it, and how to get there. */
export type Shot = {
  name: string;
  path: (service: TestService) => string;
  role?: Role;
  /** What is pressed and typed before the screenshot. */
  then?: (page: Page) => Promise<void>;
};

/** A visible control. */
export const control = (page: Page, role: 'button' | 'radio' | 'tab', name: string | RegExp) =>
  page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first();

/** Each screenshot uses its own contact, because the draft of a form is saved. */
const record = (contact: number) => () => `/record?contact=${contact}`;

const sampleReceipt = receiptOf(nodeSigner(), { book: 12, number: 17 });

/** As the camera of the phone opens it, in the first space of the demo. */
const checkInLink = (team: number, time: number) => `/check-in#${makeCheckInCode({ space: 1, team, time })}`;

/** Every screen that needs only an address and a few taps. */
export const shots: Shot[] = [
  { name: 'home', path: () => '/' },
  { name: 'help', path: () => '/help' },
  { name: 'actions', path: () => '/actions' },
  { name: 'action', path: () => '/actions/1' },
  { name: 'teams', path: () => '/teams' },
  { name: 'team', path: ({ sample }) => `/teams/${sample.team_id}` },
  { name: 'roll-call', path: ({ sample }) => `/teams/${sample.team_id}/roll-call` },
  { name: 'check-in-code', path: ({ sample }) => `/teams/${sample.team_id}/check-in-code`, role: 'admin' },
  { name: 'check-in-roll-call', path: ({ sample }) => `/teams/${sample.team_id}/roll-call`, role: 'admin' },
  { name: 'check-in', path: () => '/check-in' },
  { name: 'check-in-refused', path: ({ sample }) => checkInLink(sample.team_id, 0) },
  { name: 'check-in-done', path: ({ sample }) => checkInLink(sample.team_id, Date.now()) },
  { name: 'board', path: ({ sample }) => `/teams/${sample.team_id}/board`, role: 'admin' },
  { name: 'contacts', path: () => '/contacts' },
  { name: 'contact', path: ({ sample }) => `/contacts/${sample.contact_id}` },
  { name: 'contact-elsewhere', path: () => '/contacts/987654' },
  {
    name: 'contacts-new',
    path: () => '/contacts/new',
    then: async (page) => {
      await page.getByLabel('Surname').filter({ visible: true }).fill('Blum');
    },
  },
  { name: 'contacts-edit', path: ({ sample }) => `/contacts/${sample.contact_id}/edit`, role: 'admin' },
  {
    name: 'contacts-import',
    path: () => '/contacts/import',
    role: 'admin',
    then: async (page) => {
      await page
        .getByLabel('Or paste the lines here')
        .filter({ visible: true })
        .fill('Vorname,Nachname,Mail\nAda,Lee,ada@example.org\nBo,Ray,nothing');
    },
  },
  { name: 'contacts-duplicates', path: () => '/contacts/duplicates', role: 'admin' },
  { name: 'contacts-merge', path: () => '/contacts/merge?one=1&other=2', role: 'admin' },
  { name: 'contacts-unlinked', path: () => '/ledger/unlinked', role: 'admin' },
  { name: 'record', path: record(21) },
  { name: 'record-who', path: () => '/record' },
  {
    name: 'record-promise',
    path: record(26),
    then: async (page) => {
      await control(page, 'radio', 'Pays later').click();
      await control(page, 'radio', 'Another day').click();
    },
  },
  {
    name: 'promises',
    path: record(27),
    then: async (page) => {
      await control(page, 'radio', 'Pays later').click();
      await control(page, 'radio', 'Tomorrow').click();
      await control(page, 'button', 'Save').click();
      await page.getByText('Saved on this phone').waitFor();
      await page.goto(new URL('/promises', page.url()).href);
    },
  },
  {
    name: 'promises-open',
    path: () => '/promises',
    then: (page) => control(page, 'button', /Call on/).click(),
  },
  {
    name: 'promises-paid',
    path: () => '/promises',
    then: async (page) => {
      await control(page, 'button', /Call on/).click();
      await control(page, 'button', 'Mark as paid').click();
    },
  },
  {
    name: 'record-membership',
    path: record(22),
    then: (page) => control(page, 'radio', 'Membership').click(),
  },
  {
    name: 'record-details',
    path: record(23),
    then: async (page) => {
      await control(page, 'button', /^Campaign, note, date/).click();
      await control(page, 'radio', 'Earlier').click();
    },
  },
  {
    name: 'record-start-over',
    path: record(24),
    then: async (page) => {
      await control(page, 'radio', /^Other/).click();
      await page.getByLabel('Amount', { exact: true }).filter({ visible: true }).fill('50');
      await control(page, 'button', 'Start over').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'outbox', path: () => '/outbox' },
  {
    name: 'outbox-row',
    path: () => '/outbox',
    then: (page) => control(page, 'button', /Donation/).click(),
  },
  { name: 'you', path: () => '/you' },
  { name: 'join-code', path: () => '/join-code' },
  { name: 'settings', path: () => '/settings' },
  {
    name: 'holding',
    path: () => '/holding',
    role: 'manager',
    then: (page) => control(page, 'radio', /^Only the actions/).click(),
  },
  { name: 'people', path: () => '/people', role: 'manager' },
  {
    name: 'people-filter',
    path: () => '/people',
    role: 'manager',
    then: (page) => control(page, 'button', 'Sort and filter').click(),
  },
  { name: 'person', path: ({ sample }) => `/people/${sample.user_id}`, role: 'manager' },
  { name: 'person-edit', path: ({ sample }) => `/people/${sample.user_id}/edit`, role: 'manager' },
  {
    name: 'invite',
    path: () => '/people/invite',
    role: 'manager',
    then: (page) =>
      page.getByLabel('Mail addresses').fill('ana@example.org, ben@example.org, ana@example.org, carl@'),
  },
  { name: 'invitations', path: () => '/people/invitations', role: 'manager' },
  { name: 'action-new', path: () => '/actions/new', role: 'manager' },
  { name: 'team-new', path: () => '/teams/new', role: 'manager' },
  { name: 'team-edit', path: ({ sample }) => `/teams/${sample.team_id}/edit`, role: 'manager' },
  { name: 'audit', path: () => '/audit', role: 'admin' },
  { name: 'space-settings', path: () => '/space', role: 'admin' },
  { name: 'tokens', path: () => '/tokens', role: 'admin' },
  {
    name: 'token-new',
    path: () => '/tokens',
    role: 'admin',
    then: (page) => control(page, 'button', 'New token').click(),
  },
  {
    name: 'audit-filter',
    path: () => '/audit',
    role: 'admin',
    then: (page) => control(page, 'button', 'Filter').click(),
  },
  { name: 'ledger', path: () => '/ledger', role: 'admin' },
  {
    name: 'ledger-filter',
    path: () => '/ledger',
    role: 'admin',
    then: (page) => control(page, 'button', 'Filter').click(),
  },
  { name: 'bundle', path: ({ sample }) => `/ledger/${sample.bundle_id}`, role: 'admin' },
  { name: 'bundle-correct', path: ({ sample }) => `/ledger/${sample.bundle_id}/correct`, role: 'admin' },
  { name: 'catalogue', path: () => '/catalogue', role: 'admin' },
  { name: 'catalogue-settings', path: () => '/catalogue/settings', role: 'admin' },
  { name: 'questions', path: () => '/catalogue/questions', role: 'manager' },
  { name: 'question-new', path: () => '/catalogue/question', role: 'manager' },
  { name: 'doors', path: () => '/actions/1/doors' },
  { name: 'shift', path: () => '/shift' },
  { name: 'shift-count', path: () => '/shift/count' },
  { name: 'shift-hand-over', path: () => '/shift/hand-over' },
  { name: 'action-edit', path: () => '/actions/1/edit', role: 'manager' },
  { name: 'batches', path: () => '/batches', role: 'admin' },
  { name: 'months', path: () => '/months', role: 'admin' },
  { name: 'reconciliation', path: () => '/reconciliation', role: 'admin' },
  { name: 'sealed', path: () => '/sealed', role: 'admin' },
  { name: 'batch-new', path: () => '/batches/new', role: 'admin' },
  { name: 'receipt', path: () => `/receipt?code=${sampleReceipt}` },
  { name: 'receipt-check', path: () => `/r#${sampleReceipt}` },
  { name: 'receipt-books', path: () => '/receipt-books', role: 'admin' },
  { name: 'cash', path: () => '/cash', role: 'admin' },
];
