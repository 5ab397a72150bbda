import { randomUUID } from 'node:crypto';

import { type EndpointName, endpoints } from '@/contract/endpoints';

import { type PersonName, type TestService, type TestSpace, bundleOf, runSql } from './harness';
import { batchOf, boardReportOf, handOverOf } from './cashSamples';
import { answersOf, createAction, visitOf } from './visitSamples';

/** A request that succeeds for a caller with the permission. */
export type Sample = { readonly path: string; readonly body?: unknown };

let made = 0;

/**
 * A request to an endpoint about the records of a person: their profile, device and bundle, a team that they lead (the volunteer
 * only belongs to it). The records are new, so that every request can succeed. An endpoint without an entry does not compile.
 */
export async function sampleRequest(
  service: TestService,
  space: TestSpace,
  name: EndpointName,
  of: PersonName
): Promise<Sample> {
  made += 1;
  const number = made;
  const { groupId, userIds, contactIds, roles, forms, catalogue } = space;
  const userId = userIds[of];
  const idOf = async (text: string, values: unknown[]) =>
    Number((await runSql(service.connectionString, text, values)).rows[0]?.id);
  const team = () =>
    idOf(
      `WITH team AS (INSERT INTO teams (group_id, name) VALUES ($1, 'Sample') RETURNING id)
       INSERT INTO team_users SELECT $1, id, $2, $3, 1 FROM team RETURNING team_id AS id`,
      [groupId, userId, of !== 'volunteer']
    );
  const bundle = async () => {
    const token = await service.createTokenFor(userId);
    const body = bundleOf(space);
    return Number((await service.call(token, 'POST', '/v1/transaction_bundles', { body })).body.data.id);
  };
  const chequeId = async () => {
    const token = await service.createTokenFor(userId);
    const body = bundleOf(space, { payment_method_kind: 'cheque' });
    const made = await service.call(token, 'POST', '/v1/transaction_bundles', { body });
    return Number(made.body.data.transactions[0].id);
  };
  const batch = async () => {
    const token = await service.createTokenFor(userIds.manager);
    const body = batchOf([await chequeId()]);
    return Number((await service.call(token, 'POST', '/v1/batches', { body })).body.data.batches[0].id);
  };
  const device = () =>
    idOf(
      `INSERT INTO devices (grant_id, user_id, client_id, scope, name)
       VALUES ($1, $2, 'doorstep', '', 'Phone') RETURNING id`,
      [`sample ${groupId} ${number}`, userId]
    );
  const priceGroup = () =>
    idOf(`INSERT INTO membership_price_groups (group_id, name) VALUES ($1, 'Sample') RETURNING id`, [
      groupId,
    ]);
  const action = () =>
    idOf(`INSERT INTO actions (group_id, name) VALUES ($1, 'Sample') RETURNING id`, [groupId]);
  const contact = () =>
    idOf(`INSERT INTO contacts (group_id, surname, created_by) VALUES ($1, 'Sample', $2) RETURNING id`, [
      groupId,
      userId,
    ]);
  const contactImport = () =>
    idOf(
      `INSERT INTO contact_imports (group_id, uuid, name, created_by) VALUES ($1, $2, 'people.csv', $3) RETURNING id`,
      [groupId, randomUUID(), userId]
    );
  const person = () =>
    idOf(
      `WITH person AS (INSERT INTO users (mail, group_id) VALUES ($1, $2) RETURNING id)
       INSERT INTO space_users (group_id, user_id, role_id) SELECT $2, id, $3 FROM person RETURNING user_id AS id`,
      [`sample${number}.${groupId}@example.org`, groupId, roles.user]
    );
  const invitation = () =>
    idOf('INSERT INTO invitations (group_id, email, role_id) VALUES ($1, $2, $3) RETURNING id', [
      groupId,
      `open${number}.${groupId}@example.org`,
      roles.user,
    ]);
  const { path } = endpoints[name];
  const withId = (id: number | undefined, body?: unknown): Sample => ({
    path: path.replace(':id', String(id)),
    body,
  });

  const samples: Readonly<Record<EndpointName, () => Sample | Promise<Sample>>> = {
    getHealth: () => ({ path }),
    getReady: () => ({ path }),
    getMe: () => ({ path }),
    listUsers: () => ({ path }),
    getUser: () => withId(userId),
    updateUser: () =>
      withId(userId, { data: { mail: `${of}.${groupId}@example.org`, city: `Town ${number}` } }),
    changeRole: async () => ({ path, body: { data: { user_id: await person(), role_id: roles.manager } } }),
    inviteUsers: () => ({
      path,
      body: { data: { invitations: [{ email: `invited${number}.${groupId}@example.org` }] } },
    }),
    listInvitations: () => ({ path }),
    sendInvitation: async () => withId(await invitation(), { data: {} }),
    withdrawInvitation: async () => withId(await invitation()),
    listMembersAway: () => ({ path }),
    changeMembership: async () => withId(await person(), { data: { state: 'suspended' } }),
    listRoles: () => ({ path }),
    listTeams: () => ({ path }),
    listPublicTeams: () => ({ path }),
    createNewcomerCode: async () => {
      await idOf('UPDATE spaces SET newcomer_codes = true WHERE group_id = $1 RETURNING group_id AS id', [
        groupId,
      ]);
      return withId(await team(), { data: {} });
    },
    reportToBoard: () => ({ path, body: boardReportOf() }),
    getTeamBoard: async () => withId(await team()),
    getTeam: async () => withId(await team()),
    createTeam: () => ({ path, body: { data: { team: { name: 'New' } } } }),
    replaceTeam: async () => ({
      path,
      body: { data: { team: { id: await team(), name: 'Other', leaders: [{ id: userId }] } } },
    }),
    deleteTeam: async () => withId(await team()),
    listMembershipPriceGroups: () => ({ path }),
    listDonationPrices: () => ({ path }),
    listTransactionStatuses: () => ({ path }),
    getTransactionSettings: () => ({ path }),
    createBundle: () => ({ path, body: bundleOf(space) }),
    listBundles: () => ({ path }),
    getBundle: async () => withId(await bundle()),
    updateBundle: async () => {
      const id = await bundle();
      return withId(id, { data: { id, donations: [{ amount: 1 }] } });
    },
    getBundleHistory: async () => withId(await bundle()),
    listContacts: () => ({ path }),
    getContact: () => withId(contactIds[0]),
    searchEveryone: () => ({ path: `${path}?q=a` }),
    lookUpContact: () => withId(contactIds[0], { data: {} }),
    createContact: () => ({
      path,
      body: { data: { uuid: randomUUID(), firstname: 'Nora', surname: `Sample ${number}` } },
    }),
    listContactImports: () => ({ path }),
    createContactImport: () => ({ path, body: { data: { uuid: randomUUID(), name: 'people.csv' } } }),
    addImportedContacts: async () =>
      withId(await contactImport(), { data: { contacts: [{ uuid: randomUUID(), surname: 'Sample' }] } }),
    undoContactImport: async () => withId(await contactImport()),
    listDuplicates: () => ({ path }),
    markContactsAsDifferent: async () => ({
      path,
      body: { data: { one: await contact(), other: await contact() } },
    }),
    mergeContact: async () => {
      const [stays, leaves] = [await contact(), await contact()];
      const { rows } = await runSql(
        service.connectionString,
        'SELECT updated_at FROM contacts WHERE id IN ($1, $2) ORDER BY id',
        [stays, leaves]
      );
      const seen = { stays: rows[0]?.updated_at, leaves: rows[1]?.updated_at };
      return withId(stays, { data: { merged_id: leaves, take: [], seen } });
    },
    updateContact: async () => withId(await contact(), { data: { mail: `nora${number}@example.org` } }),
    getForm: () => withId(forms.consent.id),
    createAnswers: () => ({ path, body: answersOf(forms.canHelp.id, { contact_id: contactIds[0] }) }),
    createForm: () => ({ path, body: { data: { label: `Question ${number}`, type: 'text' } } }),
    updateForm: () => withId(forms.canHelp.id, { data: { label: `Question ${number}` } }),
    createDonationPrice: () => ({ path, body: { data: { name: 'New', amount: number, currency: 'eur' } } }),
    updateDonationPrice: () => withId(catalogue.donationPrices[0], { data: { amount: number } }),
    createMembershipPriceGroup: () => ({ path, body: { data: { name: 'New' } } }),
    updateMembershipPriceGroup: async () => withId(await priceGroup(), { data: { name: `Group ${number}` } }),
    createMembershipPrice: async () => ({
      path,
      body: {
        data: { name: 'New', amount: number, currency: 'eur', membership_price_group_id: await priceGroup() },
      },
    }),
    updateMembershipPrice: () => withId(catalogue.membershipPrices.yearly, { data: { amount: number } }),
    createTransactionStatus: () => ({ path, body: { data: { name: 'New', kind: 'other' } } }),
    updateTransactionStatus: () => withId(catalogue.statuses.unpaid, { data: { name: `Unpaid ${number}` } }),
    updateTransactionSettings: () => ({ path, body: { data: { batch_prefix: `B${number}` } } }),
    listActions: () => ({ path }),
    createCashRecord: () => ({ path, body: handOverOf(space.userIds.leader) }),
    listBatches: () => ({ path }),
    listBatchable: () => ({ path }),
    getBatch: async () => withId(await batch()),
    createBatches: async () => ({ path, body: batchOf([await chequeId()]) }),
    createReceiptBook: () => ({
      path,
      body: { data: { receipt_book: { key: randomUUID(), public_key: 'A'.repeat(43) } } },
    }),
    getReconciliation: () => ({ path }),
    listReceiptBooks: () => ({ path }),
    getReceiptArrival: () => ({
      path: `${path}?space=${groupId}&book=1&number=1&signature=${'A'.repeat(86)}`,
    }),
    updateBatch: async () => withId(await batch(), { data: { batch: { step: 'close' } } }),
    listMonths: () => ({ path }),
    getMonth: () => withId(202_001),
    updateMonth: async () => {
      await runSql(
        service.connectionString,
        "UPDATE transaction_settings SET open_periods = '{}' WHERE group_id = $1",
        [groupId]
      );
      return withId(202_001, { data: { month: { step: 'close' } } });
    },
    createVisit: async () => ({ path, body: visitOf(await createAction(service, space)) }),
    getAction: async () => withId(await action()),
    createAction: () => ({ path, body: { data: { action: { name: 'New' } } } }),
    updateAction: async () => withId(await action(), { data: { action: { pitch: `Words ${number}` } } }),
    listChanges: () => ({ path }),
    listActionSizes: () => ({ path }),
    getSpace: () => ({ path }),
    updateSpace: () => ({ path, body: { data: { name: `Space ${number}` } } }),
    listDevices: () => ({ path }),
    signOutDevice: async () => withId(await device()),
    signOutUser: () => withId(userId),
    getSecondFactor: () => ({ path }),
    resetSecondFactor: async () =>
      withId(
        await idOf(
          `INSERT INTO second_factors (user_id, secret, last_step) VALUES ($1, '', 0)
           ON CONFLICT (user_id) DO UPDATE SET last_step = 0 RETURNING user_id AS id`,
          [userId]
        )
      ),
    listAudit: () => ({ path }),
    exportAudit: () => ({ path }),
    exportContact: () => withId(contactIds[0]),
    exportUser: () => withId(userId),
    eraseContact: async () =>
      withId(
        await idOf(`INSERT INTO contacts (group_id, surname) VALUES ($1, 'Sample') RETURNING id`, [groupId])
      ),
    eraseUser: async () => withId(await person()),
    listTokens: () => ({ path }),
    createToken: () => ({ path, body: { data: { name: 'nightly', rights: ['read'], days: 30 } } }),
    revokeToken: async () =>
      withId(
        await idOf(
          `INSERT INTO access_tokens (token_hash, user_id, group_id, label, rights, expires_at)
           VALUES (sha256($1), $2, $3, 'sample', '{read}', now() + interval '1 day') RETURNING id`,
          [Buffer.from(`sample ${groupId} ${number}`), userId, groupId]
        )
      ),
  };
  return samples[name]();
}
