// Offline: complete, the map included: it is rendered from data on the phone. Links open outside.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { useMemo } from 'react';
import { View } from 'react-native';

import { type Action, type ActionAggregate } from '@/contract/action';
import { isPublished } from '@/domain/action';
import { groupByStreet, readAddress, type Address } from '@/domain/address';
import { readOutlines } from '@/domain/geo';
import { safeWebLink } from '@/domain/contacts/contactLinks';
import { doorKey, isDone, visitsByDoor } from '@/domain/visit';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useCanPlan } from '@/features/shared/useCanPlan';
import { usePermissions } from '@/features/shared/usePermissions';
import { useFreshness } from '@/features/shared/useFreshness';
import { useI18n } from '@/i18n/I18nProvider';
import { actionQueries } from '@/queries/actions';
import { visitQueries } from '@/queries/visits';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { AreaMap, type DotState } from './components/AreaMap';
import { MoreCard } from './components/MoreCard';
import { People } from './components/People';
import { PeopleOnPhone } from './components/PeopleOnPhone';
import { Progress } from './components/Progress';
import { readFacts } from './facts';
import { usePosition } from './usePosition';

/** One action: its goal, its progress, its people, its area. */
export function ActionScreen() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { id = '' } = useLocalSearchParams<{ id: string }>();
  const back = useBack('/actions', { besideItsList: true });
  const freshness = useFreshness();
  const query = useQuery(actionQueries.one(runtime, Number.parseInt(id, 10)));
  const action = query.data?.Action;
  const teams = (action?.Teams ?? []).map((team) => team.name || t('common.unnamed'));
  const when =
    action?.start !== undefined && action.end !== undefined ? format.range(action.start, action.end) : '';
  const state = action === undefined || isPublished(action) ? '' : t(`actions.states.${stateOf(action)}`);
  return (
    <Screen
      title={action === undefined ? t('actions.one') : action.name || t('common.unnamed')}
      below={[state, when, format.list(teams)].filter(Boolean).join(' · ')}
      back={back}
      barText={freshness}
      footer={
        action === undefined ? undefined : (
          <Button
            size="main"
            icon="plus"
            label={t('common.record')}
            onPress={() => router.push({ pathname: '/record', params: { action: action.id } })}
          />
        )
      }
    >
      <Loaded query={query}>
        {(aggregate) =>
          aggregate === null ? (
            <EmptyState icon="flag" title={t('actions.empty.gone')} text={t('actions.empty.goneText')} />
          ) : (
            <ActionDetail aggregate={aggregate} />
          )
        }
      </Loaded>
    </Screen>
  );
}

const stateOf = ({ state }: Action) => (state === 'draft' ? 'draft' : 'archived');

function ActionDetail({ aggregate }: { aggregate: ActionAggregate }) {
  const { t } = useI18n();
  const styles = useStyles();
  const { device } = useRuntime();
  const canPlan = useCanPlan();
  const { canPlanActions } = usePermissions();
  const { Action: action } = aggregate;
  const [link, registration] = [safeWebLink(action.link), safeWebLink(action.registration_link)];
  const facts = readFacts(action);
  return (
    <>
      <Progress aggregate={aggregate} />
      <PeopleOnPhone actionId={action.id} />
      <View style={styles.row}>
        {(action.Addresses ?? []).length > 0 && (
          <Button
            icon="list"
            label={t('actions.walk.title')}
            onPress={() => router.push({ pathname: '/actions/[id]/doors', params: { id: action.id } })}
          />
        )}
        {link !== null && (
          <Button
            kind="secondary"
            icon="external"
            label={t('actions.link')}
            onPress={() => void device.openExternal(link)}
          />
        )}
        {registration !== null && (
          <Button
            kind="secondary"
            icon="external"
            label={t('actions.registration')}
            onPress={() => void device.openExternal(registration)}
          />
        )}
      </View>
      {canPlan && (
        <Button
          kind="secondary"
          icon="edit"
          label={t('actions.edit')}
          onPress={() => router.push({ pathname: '/actions/[id]/edit', params: { id: action.id } })}
        />
      )}
      {action.pitch ? (
        <Card>
          <Text>{action.pitch}</Text>
        </Card>
      ) : null}
      <Places action={action} />
      {facts.length > 0 && (
        <Card>
          <Text variant="section" heading={2}>
            {t('actions.facts')}
          </Text>
          {facts.map(({ title, text }, place) => (
            <View key={place}>
              {title !== '' && <Text variant="strong">{title}</Text>}
              {text !== '' && <Text tone="quiet">{text}</Text>}
            </View>
          ))}
        </Card>
      )}
      <People action={action} />
      {canPlanActions && <MoreCard action={action} />}
    </>
  );
}

/** Where the action is: a map with the state of every door. */
function Places({ action }: { action: Action }) {
  const { t } = useI18n();
  const styles = useStyles();
  const position = usePosition();
  const outlines = useMemo(
    () => [...readOutlines(action.polygon), ...readOutlines(action.not_polygon)],
    [action.polygon, action.not_polygon]
  );
  const streets = useMemo(() => groupByStreet((action.Addresses ?? []).map(readAddress)), [action.Addresses]);
  const visits = useQuery(visitQueries.ofAction(useRuntime(), action.id)).data?.visits;
  const byDoor = useMemo(() => visitsByDoor(visits ?? []), [visits]);
  const dotOf = (address: Address): DotState => {
    const last = byDoor.get(doorKey(address))?.[0]?.outcome;
    if (last === undefined) return 'new';
    if (last === 'do_not_visit') return 'closed';
    return isDone(last) ? 'done' : 'left';
  };
  const isPlaced = streets.some(({ sides }) =>
    Object.values(sides).some((side) => side.some((address) => address.position !== null))
  );
  return (
    <>
      {(outlines.length > 0 || isPlaced) && (
        <View style={styles.places}>
          <AreaMap
            outlines={outlines}
            streets={streets}
            stateOf={dotOf}
            onDoor={(address) =>
              router.push({
                pathname: '/actions/[id]/doors',
                params: { id: action.id, door: doorKey(address) },
              })
            }
            me={position.fix}
            onLocate={position.locate}
          />
          {position.problem !== null && (
            <Text variant="note" tone="quiet" aria-live="polite">
              {t(`actions.map.${position.problem}`)}
            </Text>
          )}
          {streets.length > 0 && !isPlaced && (
            <Text variant="note" tone="quiet">
              {t('actions.map.notPlaced')}
            </Text>
          )}
        </View>
      )}
    </>
  );
}

const useStyles = createStyles(() => ({
  row: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
  places: { gap: space.xs },
}));
