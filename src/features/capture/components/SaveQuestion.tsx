import { durationWords } from '@/features/shared/duration';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { AmountText } from '@/ui/AmountText';
import { Text } from '@/ui/Text';

/** `unusual`: probably one zero too many. `same`: the same gift was saved `ago` milliseconds before. */
export type Asked = { kind: 'unusual' } | { kind: 'same'; ago: number };

interface SaveQuestionProps {
  asked: Asked | null;
  amount: string;
  words: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Requests confirmation before saving what is probably a mistake. */
export function SaveQuestion({ asked, amount, words, onClose, onConfirm }: SaveQuestionProps) {
  const { t } = useI18n();
  const isSame = asked?.kind === 'same';
  return (
    <Dialog
      open={asked !== null}
      title={
        isSame
          ? t('capture.sameGift.title', { duration: durationWords(t, Math.max(1000, asked.ago)) })
          : t('capture.tenTimes.title')
      }
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          {/* A second tap on Save hits the last one: that must not be Yes. */}
          <Button
            label={isSame ? t('capture.sameGift.yes') : t('capture.tenTimes.yes', { amount })}
            onPress={onConfirm}
          />
          <Button
            kind="secondary"
            label={t(isSame ? 'capture.sameGift.no' : 'capture.tenTimes.no')}
            onPress={onClose}
          />
        </>
      }
    >
      <AmountText>{amount}</AmountText>
      {words !== '' && <Text tone="quiet">{words}</Text>}
      <Text>{t(isSame ? 'capture.sameGift.text' : 'capture.tenTimes.text')}</Text>
    </Dialog>
  );
}
