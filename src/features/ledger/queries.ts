import { keepPreviousData } from '@tanstack/react-query';

import { type BundleHistoryEntry } from '@/contract/bundle';
import { contactsOf, getBundleHistory } from '@/db/ledger/bundles';
import { listContactLines } from '@/db/contacts';
import { getCaptureId, getShiftOfCapture, listCountedAt } from '@/db/gifts';
import { sumGroups } from '@/db/ledger/breakdown';
import {
  latestFirst,
  listCampaigns,
  listLedger,
  listRecorders,
  type LedgerFilter,
  type LedgerLine,
  type LedgerOrder,
} from '@/db/ledger/ledger';
import { sumCounted } from '@/db/ledger/counted';
import { sumRefunds } from '@/db/ledger/refunds';
import { sumLedger } from '@/db/ledger/sums';
import {
  getBundleView,
  listCorrectedBundles,
  listPendingBundles,
  type BundleView,
} from '@/db/outbox/pendingBundles';
import { listDonationPrices, listMembershipPriceGroups } from '@/db/prices';
import { getTransactionSettings } from '@/db/settings';
import { listTransactionStatuses } from '@/db/statuses';
import { type Scope } from '@/db/scopes';
import { listTeams } from '@/db/teams';
import { listUsers } from '@/db/users';
import { type Reader } from '@/db/store';
import { entityOf } from '@/domain/entity';
import { hasMember } from '@/domain/team';
import { infiniteTableQuery, tableQuery, type Source } from '@/queries/query';

import { entriesOf, type LedgerEntry } from './filters';
import { groupByTeams, groupUp, type ChartGroup } from './groups';
import { sumUp, type KindOf } from './sums';

const pageSize = 100;

/** Shown on top of the ledger: unsent bundles, and those with an unsent correction. */
export type OnPhone = { entries: LedgerEntry[]; correctedIds: number[] };

/** Bundles on the phone alone, or with a correction that is not sent yet. */
const onPhoneTables = ['transaction_bundles', 'contacts', 'users', 'outbox'] as const;

/** Where a window begins. The latest first follow the last line; other orders count. */
type From = { after: LedgerLine; offset: number } | null;
type Window = { lines: LedgerLine[]; offset: number };

export const ledgerQueries = {
  /** The choices of the filters. */
  facets: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['ledger', scope.id, 'facets'],
      tables: ['transaction_statuses', 'transaction_bundles', 'transaction_settings', 'users'],
      queryFn: () =>
        store.read(async (reader) => ({
          statuses: await listTransactionStatuses(reader, scope),
          campaigns: await listCampaigns(reader, scope),
          recorders: await listRecorders(reader, scope),
          methods: (await getTransactionSettings(reader, scope))?.payment_method_kinds ?? [],
        })),
    }),
  onPhone: ({ store, scope }: Source, filter: LedgerFilter) =>
    tableQuery({
      queryKey: ['ledger', scope.id, 'onPhone', filter],
      tables: onPhoneTables,
      queryFn: () => store.read((reader) => listOnPhone(reader, scope, filter)),
      placeholderData: keepPreviousData,
    }),
  list: ({ store, scope }: Source, filter: LedgerFilter, order: LedgerOrder = latestFirst) =>
    infiniteTableQuery({
      queryKey: ['ledger', scope.id, 'list', filter, order],
      tables: onPhoneTables,
      queryFn: ({ pageParam }) =>
        store.read(async (reader) => {
          const { correctedIds } = await listOnPhone(reader, scope, filter);
          const isLatestFirst = order.by === 'date' && order.descending;
          const offset = pageParam?.offset ?? 0;
          const start = isLatestFirst ? pageParam && { after: pageParam.after } : { offset };
          const lines = await listLedger(
            reader,
            scope,
            { ...filter, exceptBundleIds: correctedIds },
            { ...start, limit: pageSize },
            order
          );
          return { lines, offset };
        }),
      initialPageParam: null as From,
      getNextPageParam: ({ lines, offset }: Window): From | undefined => {
        const last = lines[lines.length - 1];
        return last === undefined || lines.length < pageSize
          ? undefined
          : { after: last, offset: offset + lines.length };
      },
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    }),
  sums: ({ store, scope }: Source, filter: LedgerFilter) =>
    tableQuery({
      queryKey: ['ledger', scope.id, 'sums', filter],
      tables: [...onPhoneTables, 'transaction_statuses'],
      queryFn: () =>
        store.read(async (reader) => {
          const { entries, correctedIds } = await listOnPhone(reader, scope, filter);
          const ledgerFilter = { ...filter, exceptBundleIds: correctedIds };
          return sumUp(
            {
              sums: await sumLedger(reader, scope, ledgerFilter),
              refunds: await sumRefunds(reader, scope, ledgerFilter),
              counted: await sumCounted(reader, scope, ledgerFilter),
              kindOf: await statusKinds(reader, scope),
            },
            entries
          );
        }),
      placeholderData: keepPreviousData,
    }),
  /** The money of each month, team, recorder, method or campaign. */
  groups: ({ store, scope }: Source, filter: LedgerFilter, group: ChartGroup) =>
    tableQuery({
      queryKey: ['ledger', scope.id, 'groups', filter, group],
      tables: [...onPhoneTables, 'transaction_statuses', 'teams'],
      queryFn: () =>
        store.read(async (reader) => {
          const { entries, correctedIds } = await listOnPhone(reader, scope, filter);
          const ledgerFilter = { ...filter, exceptBundleIds: correctedIds };
          const by = group === 'team' ? 'recorder' : group;
          const sums = groupUp(by, {
            parts: await sumGroups(reader, scope, ledgerFilter, by),
            refunds: await sumRefunds(reader, scope, ledgerFilter),
            entries,
            kindOf: await statusKinds(reader, scope),
          });
          return group === 'team' ? groupByTeams(sums, await readTeamsOf(reader, scope)) : sums;
        }),
      placeholderData: keepPreviousData,
    }),
  /** By the service's number, or by the id of the outbox row. */
  bundle: ({ store, scope }: Source, id: string) =>
    tableQuery({
      queryKey: ['ledger', scope.id, 'bundle', id],
      tables: [
        'transaction_bundles',
        'bundle_history',
        'contacts',
        'users',
        'transaction_statuses',
        'membership_price_groups',
        'donation_prices',
        'outbox',
        'day_entries',
        'shifts',
        'cash_records',
        'fixed_records',
      ],
      queryFn: () => store.read((reader) => readBundle(reader, scope, id)),
    }),
};

/** The names of the teams of a person, by name. */
async function readTeamsOf(
  reader: Reader,
  scope: Scope
): Promise<(person: string | number | null) => string[]> {
  const teams = await listTeams(reader, scope);
  return (person) =>
    teams.flatMap(({ team }) =>
      typeof person === 'number' && hasMember(team, person) ? (team.name ?? []) : []
    );
}

async function statusKinds(reader: Reader, scope: Scope): Promise<KindOf> {
  const statuses = await listTransactionStatuses(reader, scope);
  const kinds = new Map(statuses.map(({ id, kind }) => [id, kind]));
  return (statusId) => (statusId === null ? undefined : kinds.get(statusId));
}

async function listOnPhone(reader: Reader, scope: Scope, filter: LedgerFilter): Promise<OnPhone> {
  const corrected = await listCorrectedBundles(reader, scope);
  const views = [...(await listPendingBundles(reader, scope)), ...corrected];
  if (views.length === 0) return { entries: [], correctedIds: [] };
  const ids = views.flatMap(({ bundle }) => contactsOf(bundle));
  const names = new Map((await listContactLines(reader, scope, ids)).map(({ id, name }) => [id, name]));
  const makers = views.map(({ bundle }) => bundle.created_by ?? scope.userId);
  const users = new Map((await listUsers(reader, scope, { ids: makers })).map(({ id, name }) => [id, name]));
  const named = {
    contact: (id: number) => names.get(id) ?? null,
    user: (id: number) => users.get(id) ?? null,
    me: scope.userId,
  };
  return {
    entries: views.flatMap((view) => entriesOf(view, filter, named)),
    correctedIds: corrected.flatMap(({ id }) => id ?? []),
  };
}

/** A bundle with the names of the ids in it. */
export type ShownLedgerBundle = {
  view: BundleView;
  history: BundleHistoryEntry[] | null;
  names: Names;
  statuses: Awaited<ReturnType<typeof listTransactionStatuses>>;
  /** Taken on this phone, in the shift in progress: its maker corrects it. */
  isOfOpenShift: boolean;
  /** When the shift of this phone that it was taken in was counted. */
  countedAt: number | null;
};

/** Names by id; an id that is not on the phone has none. */
export type Names = {
  contact: ReadonlyMap<number, string>;
  /** Who recorded it, who received its money, and the people in the history. */
  user: ReadonlyMap<number, string>;
  status: ReadonlyMap<number, string>;
  donationPrice: ReadonlyMap<number, string>;
  membershipPrice: ReadonlyMap<number, string>;
};

async function readBundle(reader: Reader, scope: Scope, id: string): Promise<ShownLedgerBundle | null> {
  const view = await getBundleView(reader, scope, entityOf('bundle', id));
  if (view === null) return null;
  const history = view.id === null ? null : await getBundleHistory(reader, scope, view.id);
  const past = (history ?? [])
    .flatMap((entry) => [entry.old, entry.new])
    .flatMap((item) => contactIdIn(item));
  const statuses = await listTransactionStatuses(reader, scope);
  const groups = await listMembershipPriceGroups(reader, scope);
  const named = (records: readonly { id: number; name?: string | undefined }[]) =>
    new Map(records.flatMap(({ id: number, name }) => (name ? [[number, name] as const] : [])));
  const captureId = await getCaptureId(reader, scope, view);
  const shift = captureId === null ? null : await getShiftOfCapture(reader, scope, captureId);
  return {
    view,
    history,
    statuses,
    isOfOpenShift: shift === 'open',
    countedAt: (captureId && (await listCountedAt(reader, scope, [captureId])).get(captureId)) || null,
    names: {
      contact: named(await listContactLines(reader, scope, [...contactsOf(view.bundle), ...past])),
      user: named(
        await listUsers(reader, scope, {
          ids: [
            ...(history ?? []).flatMap((entry) => entry.user_id ?? []),
            view.bundle.created_by ?? scope.userId,
            ...(view.bundle.received_by === undefined ? [] : [view.bundle.received_by]),
          ],
        })
      ),
      status: named(statuses),
      donationPrice: named(await listDonationPrices(reader, scope)),
      membershipPrice: named(groups.flatMap(({ membership_prices: prices }) => prices ?? [])),
    },
  };
}

function contactIdIn(item: Record<string, unknown> | null | undefined): number[] {
  const id = item?.contact_id;
  return typeof id === 'number' ? [id] : [];
}
