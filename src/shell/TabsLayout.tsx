import { useQuery } from '@tanstack/react-query';
import { router, usePathname, type Href } from 'expo-router';
import { TabList, TabSlot, TabTrigger, Tabs } from 'expo-router/ui';
import { countWaiting } from '@/db/outbox/outbox';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { type IconName } from '@/ui/iconShapes';
import { NavigationFrame, type NavigationItem } from '@/ui/NavigationFrame';

type PlaceName =
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
type Place = { name: PlaceName; href: Href & string; icon: IconName };

/** The bottom bar: what a volunteer needs at a door. */
const atTheThumb: readonly Place[] = [
  { name: 'home', href: '/', icon: 'home' },
  { name: 'actions', href: '/actions', icon: 'flag' },
  { name: 'teams', href: '/teams', icon: 'people' },
  { name: 'contacts', href: '/contacts', icon: 'person' },
  { name: 'outbox', href: '/outbox', icon: 'arrowUp' },
];

/** Behind the initials on a phone; on a desk the rail has room for them. */
const onADesk: readonly Place[] = [
  { name: 'you', href: '/you', icon: 'person' },
  { name: 'people', href: '/people', icon: 'people' },
  { name: 'ledger', href: '/ledger', icon: 'list' },
  { name: 'catalogue', href: '/catalogue', icon: 'tag' },
  { name: 'settings', href: '/settings', icon: 'settings' },
];

/** Opened from You, and shown in the same frame; You stands for them in the rail. */
const fromYou = [
  { name: 'devices', href: '/devices' },
  { name: 'join-code', href: '/join-code' },
] as const;

/** Back leads to the place before, e.g. from Settings to You, and not to the first one. */
const inTheirOrder = { backBehavior: 'history' } as const;

/** A screen scrolls inside: left alone, the slot grows with its content and pushes the bar and the footers out of sight. */
const bounded = { flexShrink: 1, flexBasis: 0, minHeight: 0 } as const;

/** The places of the app. Each keeps its own state, so that coming back finds the same list at the same height. */
export function TabsLayout() {
  const { t } = useI18n();
  const { store, scope } = useRuntime();
  const pathname = usePathname();
  const { data: waiting = 0 } = useQuery({
    queryKey: ['outbox', scope.id, 'waiting'],
    queryFn: () => countWaiting(store, scope),
  });

  const isHere = ({ name, href }: Place) =>
    href === '/'
      ? pathname === '/'
      : pathname === href ||
        pathname.startsWith(`${href}/`) ||
        (name === 'you' && fromYou.some((screen) => screen.href === pathname));
  const itemOf = (place: Place): NavigationItem => ({
    key: place.name,
    label: t(`common.places.${place.name}`),
    icon: place.icon,
    active: isHere(place),
    onPress: () => router.navigate(place.href),
    ...(place.name === 'outbox' && waiting > 0
      ? { badge: { text: String(waiting), label: t('common.places.outboxBadge', { count: waiting }) } }
      : {}),
  });

  return (
    <Tabs asChild options={inTheirOrder}>
      <NavigationFrame
        label={t('common.places.label')}
        items={atTheThumb.map(itemOf)}
        more={onADesk.map(itemOf)}
      >
        <TabSlot style={bounded} />
        <TabList style={{ display: 'none' }}>
          {[...atTheThumb, ...onADesk, ...fromYou].map(({ name, href }) => (
            <TabTrigger key={name} name={name} href={href} />
          ))}
        </TabList>
      </NavigationFrame>
    </Tabs>
  );
}
