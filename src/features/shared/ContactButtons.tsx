import { mapLink, contactLinksOf } from '@/domain/contacts/contactLinks';
import { type Address } from '@/domain/address';
import { useI18n } from '@/i18n/I18nProvider';
import { IconButton } from '@/ui/IconButton';
import { useToast } from '@/ui/Toast';

import { useRuntime } from './runtime';

export type ContactMethod = 'call' | 'text' | 'mail' | 'directions';

interface ContactButtonsProps {
  /** Without a value there is no button. */
  phone?: string;
  mail?: string;
  address?: Address;
  /** Which buttons, in this order. */
  ways: readonly ContactMethod[];
  /** The name for a screen reader, where several people are in one list. */
  whom?: string;
  /** Opted out: the buttons are shown and disabled, except directions. */
  optedOut?: boolean;
}

const icons = { call: 'phone', text: 'message', mail: 'mail', directions: 'pin' } as const;

/** Buttons to call, write to or get directions to a person. */
export function ContactButtons({ phone, mail, address, ways, whom, optedOut = false }: ContactButtonsProps) {
  const { t } = useI18n();
  const { device } = useRuntime();
  const toast = useToast();
  const reach = {
    ...contactLinksOf({ phone, mail }),
    directions: address === undefined ? null : mapLink(address),
  };
  const open = async (target: string) => {
    const opened = await device.openExternal(target);
    if (!opened) toast({ tone: 'person', icon: 'warning', title: t('common.cannotOpen') });
  };
  return ways.map((way) => {
    const target = reach[way];
    if (target === null) return null;
    return (
      <IconButton
        key={way}
        icon={icons[way]}
        label={t(`common.${way}`)}
        hint={whom}
        disabled={optedOut && way !== 'directions'}
        onPress={() => void open(target)}
      />
    );
  });
}
