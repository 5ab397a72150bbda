import { useState } from 'react';

import { timesToComeBack } from '@/domain/comeBack';
import { dayOf, isDay, readMoment } from '@/domain/day';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { DayField } from '@/ui/DayField';
import { Dialog } from '@/ui/Dialog';
import { ErrorFocus } from '@/ui/ErrorFocus';
import { TextField } from '@/ui/TextField';

interface ComeBackDialogProps {
  now: number;
  onClose: () => void;
  onChoose: (time: number) => void;
}

/** A later day is more often a wrong digit than an appointment. */
const farthest = 366 * 24 * 60 * 60_000;

/** When to come back: a few times that people say at a door, or a typed one. */
export function ComeBackDialog({ now, onClose, onChoose }: ComeBackDialogProps) {
  const { t, format } = useI18n();
  const [isTyping, setTyping] = useState(false);
  const [day, setDay] = useState(dayOf(now));
  const [time, setTime] = useState('');
  const [tries, setTries] = useState(0);

  const moment = readMoment(day, time);
  const isAhead = moment !== null && moment > now && moment <= now + farthest;
  const save = () => {
    if (isAhead) onChoose(moment);
    else setTries(tries + 1);
  };
  // The error is at the field to change: the day, unless only the time is wrong.
  const wrongField = !isDay(day) || (moment !== null && day !== dayOf(now)) ? 'day' : 'time';
  const error = t(moment === null ? 'actions.walk.badMoment' : 'actions.walk.notAhead');
  const errorAt = (field: 'day' | 'time') =>
    tries > 0 && !isAhead && field === wrongField ? error : undefined;

  return (
    <Dialog
      open
      title={t('actions.walk.comeBack')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={isTyping ? <Button label={t('common.save')} onPress={save} /> : undefined}
    >
      {isTyping ? (
        <ErrorFocus submitCount={tries}>
          <DayField
            label={t('capture.day')}
            pickLabel={t('common.day.pick')}
            value={day}
            onChange={setDay}
            error={errorAt('day')}
          />
          <TextField
            label={t('capture.time')}
            hint={t('capture.timeHint')}
            maxLength={5}
            autoCorrect={false}
            autoComplete="off"
            value={time}
            onChangeText={setTime}
            onSubmitEditing={save}
            error={errorAt('time')}
          />
        </ErrorFocus>
      ) : (
        <>
          {timesToComeBack(now).map((value) => (
            <Button
              key={value}
              kind="secondary"
              label={format.since(value, now)}
              onPress={() => onChoose(value)}
            />
          ))}
          <Button kind="quiet" label={t('actions.walk.anotherTime')} onPress={() => setTyping(true)} />
        </>
      )}
    </Dialog>
  );
}
