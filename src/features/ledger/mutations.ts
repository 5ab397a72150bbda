import { type TFunction } from 'i18next';

import { listAddressLines } from '@/db/contacts';
import { getSpace } from '@/db/knownSpaces';
import { listLedger, type LedgerFilter, type LedgerLine } from '@/db/ledger/ledger';
import { dayOf } from '@/domain/day';
import { type Runtime, type ShareResult } from '@/features/shared/runtime';
import { type Format } from '@/i18n/format';

import { toCsv, type ExportWords } from './csvFile';
import { toPage } from './exportFiles';
import { type LedgerEntry } from './filters';
import { type OnPhone } from './queries';
import { type CurrencySum, type KindOf } from './sums';

export function entryOf(line: LedgerLine): LedgerEntry {
  const { bundleId, position, paymentMethodKind, codeCampaign, ...rest } = line;
  return {
    ...rest,
    key: `${bundleId} ${position}`,
    bundle: String(bundleId),
    number: bundleId,
    method: paymentMethodKind,
    campaign: codeCampaign,
    pending: [],
  };
}

export interface Export {
  /** `data` is the table for other programs. */
  kind: 'csv' | 'data' | 'pdf';
  filter: LedgerFilter;
  onPhone: OnPhone;
  sums: readonly CurrencySum[];
  statusName: (id: number | null) => string;
  kindOf: KindOf;
  /** The active filters, a few words each, so that a reader sees what is excluded. */
  chosen: readonly string[];
  t: TFunction;
  format: Format;
}

/** The most rows of a PDF; a CSV has no limit. */
export const mostPrinted = 2_000;

const linesPerRead = 1_000;

/** Reads the complete filtered list, page by page, and opens the share sheet. */
export async function shareLedger(runtime: Runtime, request: Export): Promise<ShareResult> {
  const { kind, onPhone, sums, t, format } = request;
  const day = dayOf(runtime.now());
  const name = t('ledger.export.fileName', { day });
  const most = kind === 'pdf' ? mostPrinted : Infinity;
  const entries = await readAll(runtime, request, most);
  const payers = kind === 'pdf' ? [] : entries.flatMap(({ contactId }) => contactId ?? []);
  const addresses = await listAddressLines(runtime.store, runtime.scope, payers);
  const words: ExportWords = { t, format, statusName: request.statusName, kindOf: request.kindOf, addresses };
  if (kind !== 'pdf') {
    const plain = kind === 'data';
    return runtime.device.shareFile({
      name: `${name}${plain ? '-data' : ''}.csv`,
      type: 'text/csv',
      text: toCsv(entries, words, { plain }),
    });
  }
  const count = sums.reduce((sum, part) => sum + part.count, 0);
  const isCut = count > entries.length && entries.length >= mostPrinted + onPhone.entries.length;
  const html = toPage(
    {
      title: t('ledger.export.pageTitle', { day: format.date(runtime.now()) }),
      space: (await getSpace(runtime.store, runtime.scope))?.name ?? null,
      entries,
      sums,
      notes: [
        ...(request.chosen.length === 0
          ? []
          : [t('ledger.export.only', { filters: request.chosen.join(' · ') })]),
        ...(isCut ? [t('ledger.export.pdfCut', { most: format.number(mostPrinted) })] : []),
      ],
    },
    words
  );
  return runtime.device.sharePdf({ name, html });
}

async function readAll(
  { store, scope }: Runtime,
  { filter, onPhone }: Export,
  most: number
): Promise<LedgerEntry[]> {
  const ledgerFilter = { ...filter, exceptBundleIds: onPhone.correctedIds };
  const entries = [...onPhone.entries];
  let after: LedgerLine | undefined;
  for (let read = 0; read < most;) {
    const limit = Math.min(linesPerRead, most - read);
    const lines = await listLedger(store, scope, ledgerFilter, {
      ...(after === undefined ? {} : { after }),
      limit,
    });
    entries.push(...lines.map(entryOf));
    read += lines.length;
    after = lines[lines.length - 1];
    if (lines.length < limit) break;
  }
  return entries;
}
