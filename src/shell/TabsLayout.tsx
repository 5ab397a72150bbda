import { useQuery } from '@tanstack/react-query';
import { router, usePathname, type Href } from 'expo-router';
import { TabList, TabSlot, TabTrigger, Tabs } from 'expo-router/ui';
import { useRuntime } from '@/features/shared/runtime';
import { useLedgerPlace } from '@/features/shared/useLedgerPlace';
import { useI18n } from '@/i18n/I18nProvider';
import { outboxQueries } from '@/queries/outbox';
import { type IconName } from '@/ui/iconShapes';
import { NavigationFrame, type NavigationItem } from '@/ui/NavigationFrame';

type TabName =
  | 'home'
  | 'actions'
  | 'teams'
  | 'contacts'
  | 'outbox'
  | 'you'
  | 'people'
  | 'ledger'
  | 'catalogue'
  | 'settings';
type Tab = { name: TabName; href: Href & string; icon: IconName };

/** The bottom bar on a phone. */
const mainTabs: readonly Tab[] = [
  { name: 'home', href: '/', icon: 'home' },
  { name: 'actions', href: '/actions', icon: 'flag' },
  { name: 'teams', href: '/teams', icon: 'people' },
  { name: 'contacts', href: '/contacts', icon: 'person' },
  { name: 'outbox', href: '/outbox', icon: 'arrowUp' },
];

/** In the side rail of a wide screen; on a phone they are opened from You. */
const moreTabs: readonly Tab[] = [
  { name: 'you', href: '/you', icon: 'person' },
  { name: 'people', href: '/people', icon: 'people' },
  { name: 'ledger', href: '/ledger', icon: 'list' },
  { name: 'catalogue', href: '/catalogue', icon: 'tag' },
  { name: 'settings', href: '/settings', icon: 'settings' },
];

/** Opened from another screen, which the rail marks as active. */
const innerScreens = [
  { name: 'devices', href: '/devices', from: 'you' },
  { name: 'join-code', href: '/join-code', from: 'you' },
  { name: 'cash', href: '/cash', from: 'you' },
  { name: 'batches', href: '/batches', from: 'you' },
  { name: 'months', href: '/months', from: 'you' },
  { name: 'reconciliation', href: '/reconciliation', from: 'you' },
  { name: 'sealed', href: '/sealed', from: 'you' },
  { name: 'receipt-books', href: '/receipt-books', from: 'you' },
  { name: 'shift', href: '/shift', from: 'home' },
  { name: 'promises', href: '/promises', from: 'home' },
  { name: 'help', href: '/help', from: 'settings' },
  { name: 'holding', href: '/holding', from: 'settings' },
  { name: 'audit', href: '/audit', from: 'settings' },
  { name: 'tokens', href: '/tokens', from: 'settings' },
  { name: 'space', href: '/space', from: 'settings' },
] as const;

/** Every screen inside the tabs: a link to any other does nothing. */
export const tabScreens = [...mainTabs, ...moreTabs, ...innerScreens];

/** Back opens the previous tab, e.g. You after Settings, not the first one. */
const tabOptions = { backBehavior: 'history' } as const;

/** Without this the slot grows with its content and pushes the tab bar off the screen. */
const bounded = { flexShrink: 1, flexBasis: 0, minHeight: 0 } as const;

/** The tabs of the app. Each stays mounted, so that its scroll position is preserved. */
export function TabsLayout() {
  const { t } = useI18n();
  const pathname = usePathname();
  const ledgerPlace = useLedgerPlace();
  const { data: waiting = 0 } = useQuery(outboxQueries.waiting(useRuntime()));

  const isActive = ({ name, href }: Tab) =>
    pathname === href ||
    (href !== '/' && pathname.startsWith(`${href}/`)) ||
    innerScreens.some((screen) => screen.from === name && pathname.startsWith(screen.href));
  const itemOf = (tab: Tab): NavigationItem => ({
    key: tab.name,
    label: t(`common.places.${tab.name === 'ledger' ? ledgerPlace : tab.name}`),
    icon: tab.icon,
    active: isActive(tab),
    onPress: () => router.navigate(tab.href),
    ...(tab.name === 'outbox' && waiting > 0
      ? { badge: { text: String(waiting), label: t('common.places.outboxBadge', { count: waiting }) } }
      : {}),
  });

  return (
    <Tabs asChild options={tabOptions}>
      <NavigationFrame
        label={t('common.places.label')}
        items={mainTabs.map(itemOf)}
        more={moreTabs.map(itemOf)}
      >
        <TabSlot style={bounded} />
        <TabList style={{ display: 'none' }}>
          {tabScreens.map(({ name, href }) => (
            <TabTrigger key={name} name={name} href={href} />
          ))}
        </TabList>
      </NavigationFrame>
    </Tabs>
  );
}
