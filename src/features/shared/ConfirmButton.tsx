import { useState } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { type IconName } from '@/ui/iconShapes';
import { Text } from '@/ui/Text';

interface ConfirmButtonProps {
  kind: 'secondary' | 'danger' | 'quiet';
  icon?: IconName;
  label: string;
  /** Added for a screen reader, where several such buttons are on one screen. */
  hint?: string;
  /** The question, with the name of the record. */
  question: string;
  /** The consequence. */
  text: string;
  confirmLabel: string;
  /** False opens no question: the caller has shown why. */
  mayAsk?: () => Promise<boolean>;
  /** False: the question stays open. */
  onConfirm: () => Promise<boolean>;
}

/** A button that requires confirmation, for what cannot be undone. */
export function ConfirmButton({
  question,
  text,
  confirmLabel,
  mayAsk,
  onConfirm,
  ...button
}: ConfirmButtonProps) {
  const { t } = useI18n();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const close = () => setAsking(false);

  const ask = async () => {
    if (mayAsk === undefined || (await mayAsk())) setAsking(true);
  };
  const confirm = async () => {
    setBusy(true);
    try {
      if (await onConfirm()) close();
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button {...button} onPress={() => void ask()} />
      <Dialog
        open={isAsking}
        title={question}
        closeLabel={t('common.close')}
        onClose={close}
        actions={
          <>
            <Button kind="secondary" label={t('common.cancel')} onPress={close} />
            <Button kind="danger" label={confirmLabel} busy={isBusy} onPress={() => void confirm()} />
          </>
        }
      >
        <Text>{text}</Text>
      </Dialog>
    </>
  );
}
