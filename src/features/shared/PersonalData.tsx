import { useState } from 'react';
import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { useToast } from '@/ui/Toast';
import { space } from '@/ui/tokens';

import { ConfirmButton } from './ConfirmButton';
import { type OnlineFailure, useRuntime } from './runtime';
import { useAskSecondStep } from './SecondStepButton';
import { useExtension } from './useExtension';
import { usePermissions } from './usePermissions';

interface PersonalDataProps {
  kind: 'contact' | 'user';
  id: number;
  name: string;
  onErased: () => void;
}

/** Exports or erases everything about one person, for admins. Not queued: a person waits for the answer. */
export function PersonalData(props: PersonalDataProps) {
  const { canAdminister } = usePermissions();
  const hasErasure = useExtension('erasure');
  return canAdminister && hasErasure ? <Actions {...props} /> : null;
}

function Actions({ kind, id, name, onErased }: PersonalDataProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const { online, device, sync, newId, scope } = useRuntime();
  const toast = useToast();
  const askSecondStep = useAskSecondStep();
  const [isBusy, setBusy] = useState(false);
  const failed = (why: OnlineFailure) =>
    toast({ tone: 'person', icon: 'warning', title: t(`common.online.${why}`) });

  const exportAll = async () => {
    setBusy(true);
    const endpoint = kind === 'contact' ? 'exportContact' : 'exportUser';
    const result = await online.read({ endpoint, params: { id } });
    if (result.kind !== 'read') failed(result.kind);
    else if ((await device.shareFile(result.value)) === 'failed')
      toast({ tone: 'person', icon: 'warning', title: t('erasure.notShared') });
    setBusy(false);
  };
  const erase = async () => {
    const endpoint = kind === 'contact' ? 'eraseContact' : 'eraseUser';
    const result = await online.write({ endpoint, params: { id }, body: undefined, key: newId() });
    if (result.kind === 'written' || result.kind === 'missing') {
      toast({ tone: 'done', icon: 'check', title: t('erasure.done', { name }) });
      // The deletion arrives with the next pull.
      sync.sendNow();
      onErased();
      return true;
    }
    if (result.kind === 'second_step') askSecondStep();
    else if (result.kind === 'offline' || result.kind === 'not_now') failed(result.kind);
    else toast({ tone: 'person', icon: 'warning', title: t(`erasure.refused.${kind}`) });
    return true;
  };

  return (
    <View>
      <SectionHeader title={t('erasure.title')} />
      <Text tone="quiet">{t('erasure.text')}</Text>
      <View style={styles.row}>
        <Button
          kind="secondary"
          icon="download"
          label={t('erasure.export')}
          busy={isBusy}
          onPress={() => void exportAll()}
        />
        {!(kind === 'user' && id === scope.userId) && (
          <ConfirmButton
            kind="danger"
            label={t('erasure.erase')}
            question={t('erasure.ask', { name })}
            text={t(`erasure.askText.${kind}`)}
            confirmLabel={t('erasure.confirm')}
            onConfirm={erase}
          />
        )}
      </View>
    </View>
  );
}

const useStyles = createStyles(() => ({
  row: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s, paddingTop: space.s },
}));
