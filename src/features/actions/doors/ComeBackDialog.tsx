import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

interface ComeBackDialogProps {
  now: number;
  onClose: () => void;
  onChoose: (time: number) => void;
}

const hour = 60 * 60_000;
const evening = 18;

/** When to come back: a few times that people say at a door. */
export function ComeBackDialog({ now, onClose, onChoose }: ComeBackDialogProps) {
  const { t, format } = useI18n();
  const at = (days: number) => {
    const day = new Date(now);
    day.setDate(day.getDate() + days);
    return day.setHours(evening, 0, 0, 0);
  };
  const times = [now + hour, now + 2 * hour, at(0), at(1)].filter((time) => time > now);
  return (
    <Dialog open title={t('actions.walk.comeBack')} closeLabel={t('common.close')} onClose={onClose}>
      {[...new Set(times)].map((time) => (
        <Button key={time} kind="secondary" label={format.since(time, now)} onPress={() => onChoose(time)} />
      ))}
    </Dialog>
  );
}
