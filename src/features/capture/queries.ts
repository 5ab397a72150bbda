import { listBundlesOfContact } from '@/db/outbox/pendingBundles';
import { listTransactionStatuses } from '@/db/statuses';
import { moneyParts } from '@/domain/moneyParts';
import { tableQuery, type Source } from '@/queries/query';

interface GivenFilter {
  year: number;
  currency: string;
  /** The record that the form changes: the form shows its amount. */
  except: string | null;
}

export const captureQueries = {
  /** What a contact has given in a year, as far as this phone knows. */
  given: ({ store, scope }: Source, contactId: number, { year, currency, except }: GivenFilter) =>
    tableQuery({
      queryKey: ['capture', scope.id, 'given', contactId, year, currency, except],
      tables: ['transaction_bundles', 'outbox', 'transaction_statuses'],
      queryFn: () =>
        store.read(async (reader) => {
          const statuses = await listTransactionStatuses(reader, scope);
          const kinds = new Map(statuses.map(({ id, kind }) => [id, kind]));
          const views = await listBundlesOfContact(reader, scope, contactId);
          return views
            .filter(({ entity, pending }) =>
              [entity.slice('bundle:'.length), ...pending.map(({ id }) => id)].every((id) => id !== except)
            )
            .flatMap(({ bundle }) => bundle.transactions)
            .filter(
              ({ contact_id: payer, date = '', currency: code = '' }) =>
                payer === contactId &&
                new Date(date).getFullYear() === year &&
                code.toUpperCase() === currency.toUpperCase()
            )
            .reduce((sum, { amount, reimbursed_amount, unpaid_amount, status_id }) => {
              const amounts = { amount, reimbursed: reimbursed_amount, unpaid: unpaid_amount };
              return sum + moneyParts(amounts, kinds.get(status_id ?? -1)).received;
            }, 0);
        }),
    }),
};
