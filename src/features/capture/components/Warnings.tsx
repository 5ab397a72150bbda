import { type Catalogue } from '@/domain/catalogue';
import { isClockWrong } from '@/domain/syncStatus';
import { useSyncStatus } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';

const DAY_MS = 86_400_000;

interface WarningsProps {
  now: number;
  catalogue: Catalogue;
}

/** Warnings that do not prevent saving. */
export function Warnings(props: WarningsProps) {
  return (
    <>
      <WrongClock now={props.now} />
      <CatalogueAge {...props} />
    </>
  );
}

/** Warns that the phone's clock differs from the service's: records would get a wrong date. */
function WrongClock({ now }: { now: number }) {
  const { t, format } = useI18n();
  const status = useSyncStatus();
  if (!isClockWrong(status)) return null;
  const dateTime = (at: number) => `${format.date(at)}, ${format.time(at)}`;
  return (
    <Banner
      tone="person"
      icon="clock"
      title={t('capture.wrongClock.title')}
      text={t('capture.wrongClock.text', {
        phone: dateTime(now),
        service: dateTime(now - (status.clockAheadMs ?? 0)),
      })}
    />
  );
}

/** Warns that prices are a day old or not downloaded yet. A space may have no prices. */
function CatalogueAge({ now, catalogue }: WarningsProps) {
  const { t, format } = useI18n();
  const { lastPulledAt } = useSyncStatus();
  const isEmpty = catalogue.donationPrices.length === 0 && catalogue.membershipPriceGroups.length === 0;
  if (isEmpty && lastPulledAt === null) {
    return (
      <Banner
        tone="waiting"
        icon="tag"
        title={t('capture.noCatalogue.title')}
        text={t('capture.noCatalogue.text')}
      />
    );
  }
  if (isEmpty || lastPulledAt === null || now - lastPulledAt < DAY_MS) return null;
  return (
    <Banner
      tone="waiting"
      icon="clock"
      title={t('capture.stale.title', { day: format.day(lastPulledAt) })}
      text={t('capture.stale.text')}
    />
  );
}
