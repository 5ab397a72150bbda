import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Text } from '@/ui/Text';

import { type LookupState } from '../useContactLookup';

interface NotOnPhoneProps {
  id: number;
  state: Extract<LookupState, string>;
  onRecord: () => void;
}

/** A contact that is not on the phone: the state of the request, and that a donation can be recorded anyway. */
export function NotOnPhone({ id: number, state, onRecord }: NotOnPhoneProps) {
  const { t } = useI18n();
  const id = String(number);
  const record = (
    <>
      <Text variant="note" tone="quiet" align="center">
        {t('contacts.missing.record', { id })}
      </Text>
      <Button icon="plus" label={t('common.record')} onPress={onRecord} />
    </>
  );
  switch (state) {
    case 'fetching':
      return (
        <EmptyState
          icon="search"
          title={t('contacts.missing.fetching')}
          text={t('contacts.missing.fetchingText', { id })}
        />
      );
    case 'not_now':
      return (
        <EmptyState
          icon="cloudOff"
          title={t('contacts.missing.notHere')}
          text={t('contacts.missing.notHereText', { id })}
          action={record}
        />
      );
    case 'missing':
      return (
        <EmptyState
          icon="search"
          title={t('contacts.missing.unknown')}
          text={t('contacts.missing.unknownText', { id })}
        />
      );
    case 'refused':
      return (
        <EmptyState
          icon="lock"
          title={t('contacts.missing.refused')}
          text={t('contacts.missing.refusedText', { id })}
        />
      );
  }
}
