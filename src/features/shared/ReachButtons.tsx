import { mapLink, contactLinksOf } from '@/domain/contactLinks';
import { type Address } from '@/domain/address';
import { useI18n } from '@/i18n/I18nProvider';
import { IconButton } from '@/ui/IconButton';
import { useToast } from '@/ui/Toast';

import { useRuntime } from './runtime';

export type ReachWay = 'call' | 'text' | 'mail' | 'directions';

interface ReachButtonsProps {
  /** Only what is there gets a button. */
  phone?: string;
  mail?: string;
  address?: Address;
  /** Which of them, in their order. */
  ways: readonly ReachWay[];
  /** Whom: where several people stand in one list, each button also says whose it is. */
  whom?: string;
  /** Opted out: the ways to the person are shown and do nothing; the way to the door stays. */
  optedOut?: boolean;
}

const icons = { call: 'phone', text: 'message', mail: 'mail', directions: 'pin' } as const;

/** One tap to call, write or walk to somebody. */
export function ReachButtons({ phone, mail, address, ways, whom, optedOut = false }: ReachButtonsProps) {
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
