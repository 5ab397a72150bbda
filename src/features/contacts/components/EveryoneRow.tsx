import { useI18n } from '@/i18n/I18nProvider';
import { Icon } from '@/ui/Icon';
import { ListRow } from '@/ui/ListRow';

import { type EveryoneSearch } from '../useEveryoneSearch';

interface EveryoneRowProps {
  everyone: EveryoneSearch;
  /** Whether a contact on this phone matches. */
  isOnPhone: boolean;
}

/** The search beyond this phone, and what it found: "not on this phone" is not "nobody". */
export function EveryoneRow({ everyone: { state, byName, first, search }, isOnPhone }: EveryoneRowProps) {
  const { t } = useI18n();
  const canSearch = state === 'ready' || state === 'not_now';
  const text =
    state === 'ready' && !isOnPhone
      ? t('contacts.everyone.notHereText')
      : state === 'found' && first !== null
        ? t('contacts.everyone.firstText', { count: first })
        : byName && (state === 'ready' || state === 'nobody')
          ? t(`contacts.everyone.${state}ByNameText`)
          : t(`contacts.everyone.${state}Text`);
  return (
    <ListRow
      leading={<Icon name={state === 'offline' ? 'device' : 'search'} tone="quiet" />}
      title={t(`contacts.everyone.${state}`)}
      detail={text}
      {...(canSearch ? { onPress: search } : {})}
    />
  );
}
