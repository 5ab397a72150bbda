// Offline: everything. Reads people and prices from the phone, saves to the phone, and is sent when there is signal.
import { router, useLocalSearchParams, useNavigation } from 'expo-router';
import { useCallback, useEffect, useMemo, useState } from 'react';

import { useRuntime } from '@/features/shared/runtime';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Skeleton } from '@/ui/Skeleton';

import { CaptureFormView } from './CaptureFormView';
import {
  type CaptureOrigin,
  draftKeyOf,
  draftPrefix,
  type OpenedForm,
  openForm,
  originOfKey,
} from './openForm';
import { offsetMinutesAt } from './useCaptureForm';

type Params = {
  contact?: string;
  action?: string;
  place?: string;
  door?: string;
  fix?: string;
  draft?: string;
};

const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d+$/.test(text);

function draftKeyOfParams({ contact, action, place = '', fix, draft }: Params, formId: string): string {
  if (draft?.startsWith(draftPrefix)) return draft;
  if (fix !== undefined) return draftKeyOf({ kind: 'fix', rowId: fix });
  const contactId = isNumber(contact) ? Number(contact) : null;
  if (isNumber(action)) return draftKeyOf({ kind: 'action', actionId: Number(action), place, contactId });
  if (contactId !== null) return draftKeyOf({ kind: 'contact', contactId });
  return draftKeyOf({ kind: 'new', formId });
}

const leave = () => (router.canGoBack() ? router.back() : router.replace('/'));

export function CaptureScreen() {
  const params = useLocalSearchParams<Params>();
  const { newId } = useRuntime();
  const navigation = useNavigation<{ setParams: (params: Params) => void }>();
  const [formId] = useState(newId);
  const draftKey = draftKeyOfParams(params, formId);
  const origin = useMemo(() => originOfKey(draftKey), [draftKey]);
  // The address names a form with input, so that it opens again after the phone was locked or the page was loaded again.
  const nameForm = useCallback(() => {
    if (origin.kind === 'new') navigation.setParams({ draft: draftKey });
  }, [navigation, origin, draftKey]);
  // Starting over makes another form, with its own id and draft.
  const [round, setRound] = useState(0);
  return (
    <OpenedCapture
      key={`${draftKey} ${round}`}
      origin={origin}
      door={params.door}
      onContinue={(key) => navigation.setParams({ draft: key })}
      onStartOver={() => setRound(round + 1)}
      onTyped={nameForm}
    />
  );
}

interface OpenedCaptureProps {
  origin: CaptureOrigin;
  /** The key of the door of a walk list where it was opened. */
  door: string | undefined;
  onContinue: (draftKey: string) => void;
  onStartOver: () => void;
  /** There is input that a draft stores. */
  onTyped: () => void;
}

function OpenedCapture({ origin, door, onContinue, onStartOver, onTyped }: OpenedCaptureProps) {
  const runtime = useRuntime();
  const { t, format } = useI18n();
  const { canCorrectBundles } = usePermissions();
  const [opened, setOpened] = useState<OpenedForm | { kind: 'failed' } | null>(null);

  useEffect(() => {
    let isHere = true;
    const context = {
      now: runtime.now(),
      offsetMinutesAt,
      locale: format.locale,
      nameOfNumber: (id: number) => t('common.number', { id: String(id) }),
      canCorrectAll: canCorrectBundles,
      door,
    };
    openForm(runtime, origin, context).then(
      (form) => isHere && setOpened(form),
      () => isHere && setOpened({ kind: 'failed' })
    );
    return () => {
      isHere = false;
    };
  }, [runtime, origin, door, format.locale, t, canCorrectBundles]);

  if (opened?.kind === 'open') {
    return (
      <CaptureFormView
        opened={{ ...opened, draftKey: draftKeyOf(origin), onDiscard: onStartOver }}
        onLeave={leave}
        onContinue={onContinue}
        onTyped={onTyped}
        onCounted={(at) => setOpened({ kind: 'counted', at })}
      />
    );
  }
  const back = { label: t('common.back'), onPress: leave };
  return (
    <Screen title={t('capture.title')} titlePlace="bar" back={back}>
      {opened === null && <Skeleton label={t('common.loading')} rows={4} />}
      {opened?.kind === 'not_fixable' && (
        <EmptyState
          icon="warning"
          title={t('capture.fixing.unreadable')}
          text={t('capture.fixing.unreadableText')}
          action={<Button label={t('common.back')} onPress={leave} />}
        />
      )}
      {opened?.kind === 'counted' && (
        <EmptyState
          icon="cash"
          title={t('common.counted', { day: format.day(opened.at) })}
          action={<Button label={t('common.back')} onPress={leave} />}
        />
      )}
      {opened?.kind === 'failed' && (
        <EmptyState
          icon="warning"
          title={t('common.failure.title')}
          text={t('common.failure.text')}
          action={<Button label={t('common.tryAgain')} onPress={onStartOver} />}
        />
      )}
    </Screen>
  );
}
