import { textAllLink } from '@/domain/contacts/contactLinks';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { useToast } from '@/ui/Toast';

import { useRuntime } from './runtime';

interface TextMissingProps {
  missing: readonly { id: number; phone?: string }[];
}

/** One text to everyone who is missing; hidden where nobody but the person has a number. */
export function TextMissing({ missing }: TextMissingProps) {
  const { t } = useI18n();
  const { device, scope } = useRuntime();
  const toast = useToast();
  // Nobody texts their own phone.
  const link = textAllLink(missing.filter(({ id }) => id !== scope.userId).map(({ phone }) => phone));
  if (link === null) return null;
  const open = async () => {
    if (!(await device.openExternal(link)))
      toast({ tone: 'person', icon: 'warning', title: t('common.cannotOpen') });
  };
  return (
    <Button kind="secondary" icon="message" label={t('rollCall.textMissing')} onPress={() => void open()} />
  );
}
