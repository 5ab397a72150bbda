import { Stack } from 'expo-router';
import { renderRouter } from 'expo-router/testing-library';

import { applyBundles } from '@/db/ledger/bundles';
import { applyContacts } from '@/db/contacts';
import { applyDonationPrices, applyMembershipPriceGroups } from '@/db/prices';
import { applyRoles } from '@/db/roles';
import { applyTransactionSettings } from '@/db/settings';
import { applyTransactionStatuses } from '@/db/statuses';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';
import { EditActionScreen } from '@/features/actions/edit/EditActionScreen';
import { NewActionScreen } from '@/features/actions/edit/NewActionScreen';
import { AuditScreen } from '@/features/audit/AuditScreen';
import { CatalogueScreen } from '@/features/catalogue/CatalogueScreen';
import { EditItemScreen } from '@/features/catalogue/edit/EditItemScreen';
import { EditSettingsScreen } from '@/features/catalogue/edit/EditSettingsScreen';
import { EditQuestionScreen } from '@/features/forms/EditQuestionScreen';
import { QuestionsScreen } from '@/features/forms/QuestionsScreen';
import { HoldingScreen } from '@/features/holding/HoldingScreen';
import { InvitationsScreen } from '@/features/invitations/InvitationsScreen';
import { InviteScreen } from '@/features/invitations/InviteScreen';
import { BundleScreen } from '@/features/ledger/BundleScreen';
import { CorrectBundleScreen } from '@/features/ledger/CorrectBundleScreen';
import { LedgerScreen } from '@/features/ledger/LedgerScreen';
import { UnlinkedScreen } from '@/features/ledger/unlinked/UnlinkedScreen';
import { EditPersonScreen } from '@/features/people/EditPersonScreen';
import { PeopleScreen } from '@/features/people/PeopleScreen';
import { PersonScreen } from '@/features/people/PersonScreen';
import { SettingsScreen } from '@/features/settings/SettingsScreen';
import { type Runtime } from '@/features/shared/runtime';
import { SpaceSettingsScreen } from '@/features/space/SpaceSettingsScreen';
import { EditTeamScreen } from '@/features/teams/edit/EditTeamScreen';
import { NewTeamScreen } from '@/features/teams/edit/NewTeamScreen';
import { BatchScreen } from '@/features/cash/batches/BatchScreen';
import { BatchesScreen } from '@/features/cash/batches/BatchesScreen';
import { NewBatchScreen } from '@/features/cash/batches/NewBatchScreen';
import { MonthScreen } from '@/features/cash/months/MonthScreen';
import { MonthsScreen } from '@/features/cash/months/MonthsScreen';
import { OpenSealedScreen } from '@/features/sealed/OpenSealedScreen';
import { ReconciliationScreen } from '@/features/cash/reconciliation/ReconciliationScreen';
import { TokensScreen } from '@/features/tokens/TokensScreen';
import { DevicesScreen } from '@/features/you/DevicesScreen';
import { YouScreen } from '@/features/you/YouScreen';
import { watchRole } from '@/session/role';
import { Text } from '@/ui/Text';

import { createTestRuntime } from './runtime';
import { createWrapper } from './render';

// A test has no layout: rows are 100 high, the list 900.
jest.mock('@shopify/flash-list/dist/recyclerview/utils/measureLayout', () => {
  const original: object = jest.requireActual('@shopify/flash-list/dist/recyclerview/utils/measureLayout');
  const list = { x: 0, y: 0, width: 390, height: 900 };
  return {
    ...original,
    measureParentSize: () => list,
    measureFirstChildLayout: () => list,
    measureItemLayout: () => ({ x: 0, y: 0, width: 390, height: 100 }),
  };
});

const roles = [
  { id: 1, name: 'Administrator', type: 'admin', order: 1, color: '#993322' },
  { id: 2, name: 'Manager', type: 'manager', order: 2, color: '#2244cc' },
  { id: 3, name: 'Volunteer', type: 'user', order: 3, color: '#228844' },
];

const roleOf = (type: string) => roles.find((role) => role.type === type);

/** A small space on the phone, for a user with this role. */
export async function withSpace(roleType: 'admin' | 'manager' | 'user') {
  const test = await createTestRuntime();
  const { store, scope } = test;
  const amina = {
    id: 4,
    firstname: 'Amina',
    surname: 'Berger',
    mail: 'amina@example.org',
    phone: '06 00 00 00 04',
  };
  await store.write(async (tx) => {
    await applyRoles(tx, scope, roles);
    await applyUsers(tx, scope, [
      { id: 1, firstname: 'Marc', surname: 'Dulac', mail: 'marc@example.org', role_data: roleOf(roleType) },
      { ...amina, city: 'Lyon', birthdate: '1990-03-04T00:00:00Z', role_data: roleOf('user') },
      { id: 5, firstname: 'Zoé', surname: 'Oger', mail: 'zoe@example.org', role_data: roleOf('admin') },
    ]);
    await applyTeams(tx, scope, [
      { id: 7, name: 'Plateau', leaders: [amina], users: [{ id: 1, firstname: 'Marc', surname: 'Dulac' }] },
    ]);
    await applyTransactionStatuses(tx, scope, [
      { id: 3, name: 'Valid', kind: 'valid', color: '#228844' },
      { id: 4, name: 'Unpaid', kind: 'unpaid' },
      { id: 9, name: 'Old', kind: 'other', archived: true },
    ]);
    await applyMembershipPriceGroups(tx, scope, [
      {
        id: 1,
        name: 'Yearly',
        membership_prices: [
          {
            id: 11,
            amount: 2000,
            currency: 'eur',
            name: 'Full',
            duration: 'P1Y',
            rolling_period: 'rolling',
            membership_price_group_id: 1,
          },
        ],
      },
    ]);
    await applyDonationPrices(tx, scope, [
      { id: 21, amount: 1000, currency: 'eur', name: 'Small', allow_custom_amount: true },
      { id: 22, amount: 9000, currency: 'eur', name: 'Gala', hidden: true },
    ]);
    await applyTransactionSettings(tx, scope, {
      currency: 'eur',
      payment_method_kinds: ['cash', 'card'],
      default_status_id: 3,
      max_batch_size: 50,
      batch_prefix: 'B-',
      batch_serial: 12,
      additional_settings: { receipt_footer: 'Thank you' },
      open_periods: { current: { from: '2026-01-01' } },
    });
    await applyContacts(tx, scope, [{ id: 90, firstname: 'Rosa', surname: 'Giraud' }]);
    await applyBundles(tx, scope, [
      bundle(100, 2000, 'cash', '2026-11-13T10:00:00Z'),
      bundle(101, 5000, 'card', '2026-11-12T10:00:00Z'),
    ]);
  });
  // As in the app: the role is read before the first screen is rendered.
  test.runtime.role = (await watchRole(store, scope)).role;
  return test;
}

function bundle(id: number, amount: number, method: string, date: string) {
  return {
    id,
    transactions: [
      {
        id: id * 10,
        amount,
        currency: 'eur',
        payment_method_kind: method,
        date,
        contact_id: 90,
        status_id: 3,
        comment: 'At the door',
      },
    ],
    memberships: [],
    donations: [{ id: id * 10 + 1, amount, currency: 'eur', contact_id: 90, affectation: 'Flyers' }],
  };
}

/** The organiser's screens at their addresses, over a real store; other places are a word each. */
const screens = {
  index: () => <Text>Home</Text>,
  you: YouScreen,
  devices: DevicesScreen,
  'people/index': PeopleScreen,
  'people/invite': InviteScreen,
  'people/invitations': InvitationsScreen,
  'people/[id]/index': PersonScreen,
  'people/[id]/edit': EditPersonScreen,
  'teams/index': () => <Text>The teams</Text>,
  'teams/new': NewTeamScreen,
  'teams/[id]/index': () => <Text>The team</Text>,
  'teams/[id]/edit': EditTeamScreen,
  'actions/index': () => <Text>The actions</Text>,
  'actions/new': NewActionScreen,
  'actions/[id]/index': () => <Text>The action</Text>,
  'actions/[id]/edit': EditActionScreen,
  'ledger/index': LedgerScreen,
  'ledger/unlinked': UnlinkedScreen,
  'ledger/[id]/index': BundleScreen,
  'ledger/[id]/correct': CorrectBundleScreen,
  'contacts/[id]': () => <Text>The contact</Text>,
  'catalogue/index': CatalogueScreen,
  'catalogue/edit': EditItemScreen,
  'catalogue/questions': QuestionsScreen,
  'catalogue/question': EditQuestionScreen,
  'catalogue/settings': EditSettingsScreen,
  settings: SettingsScreen,
  audit: AuditScreen,
  tokens: TokensScreen,
  'batches/index': BatchesScreen,
  'batches/new': NewBatchScreen,
  'batches/[id]': BatchScreen,
  holding: HoldingScreen,
  reconciliation: ReconciliationScreen,
  sealed: OpenSealedScreen,
  'months/index': MonthsScreen,
  'months/[id]': MonthScreen,
  space: SpaceSettingsScreen,
  outbox: () => <Text>The outbox</Text>,
};

export function openOrganiser(runtime: Runtime, initialUrl: string, timeZone?: string) {
  return renderRouter(screens, { initialUrl, wrapper: createWrapper(runtime, undefined, timeZone) });
}

/** A screen behind another one stays mounted, as in the app. */
export function openOrganiserInStack(runtime: Runtime, initialUrl: string) {
  const _layout = () => <Stack screenOptions={{ headerShown: false }} />;
  return renderRouter({ _layout, ...screens }, { initialUrl, wrapper: createWrapper(runtime) });
}
