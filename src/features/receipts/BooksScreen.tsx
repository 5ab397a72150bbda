// Offline: a message. The books are fetched from the service each time.
import { type ReceiptBook } from '@/contract/receipt';
import { LoadedOnline } from '@/features/shared/LoadedOnline';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useExtension, useLacksExtension } from '@/features/shared/useExtension';
import { useFetched } from '@/features/shared/useFetched';
import { useTabTitle } from '@/features/shared/useTabTitle';
import { useI18n } from '@/i18n/I18nProvider';
import { EmptyState } from '@/ui/EmptyState';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { tableQuery } from '@/queries/query';

import { formatNumbers } from './numbers';

/** The receipt books of all phones, with the numbers that are missing. */
export function BooksScreen() {
  const { t } = useI18n();
  const back = useBack('/you');
  const hasReceipts = useExtension('receipts');
  const isMissing = useLacksExtension('receipts');
  const title = t('receipts.books.title');
  useTabTitle(title);
  return (
    <RequirePermission
      may={({ canCorrectBundles }) => canCorrectBundles}
      title={title}
      back={back}
      forbidden={t('receipts.books.forbidden')}
      forbiddenText={t('receipts.books.forbiddenText')}
    >
      <Screen title={title} back={back}>
        {isMissing && <EmptyState icon="tag" title={t('receipts.books.notHere')} />}
        {hasReceipts && <Books />}
      </Screen>
    </RequirePermission>
  );
}

const mostListed = 1_000;

function Books() {
  const { t } = useI18n();
  const { scope, online } = useRuntime();
  const query = useFetched(
    tableQuery({
      tables: [],
      staleTime: 0,
      gcTime: 0,
      queryKey: ['receiptBooks', scope.id],
      queryFn: () => online.read({ endpoint: 'listReceiptBooks', query: { limit: mostListed } }),
    })
  );
  return (
    <>
      <Text tone="quiet">{t('receipts.books.text')}</Text>
      <LoadedOnline query={query}>
        {({ value: { good } }) => {
          if (good.length === 0)
            return (
              <EmptyState icon="tag" title={t('receipts.books.none')} text={t('receipts.books.noneText')} />
            );
          return good.map((book) => <BookRow key={book.id} book={book} />);
        }}
      </LoadedOnline>
    </>
  );
}

function BookRow({ book }: { book: ReceiptBook }) {
  const { t, format } = useI18n();
  const { last = 0, arrived = 0 } = book;
  const part = (name: 'missing' | 'void' | 'twice') => {
    const numbers = formatNumbers(book[name] ?? []);
    return numbers !== '' && t(`receipts.books.${name}`, { numbers });
  };
  return (
    <ListRow
      title={[t('receipts.books.book', { book: String(book.id) }), book.name].filter(Boolean).join(' · ')}
      detail={[part('missing'), part('twice'), part('void')].filter(Boolean).join(' · ') || undefined}
      value={
        last === 0
          ? t('receipts.books.unused')
          : t('receipts.books.arrived', { arrived: format.number(arrived), last: format.number(last) })
      }
    />
  );
}
