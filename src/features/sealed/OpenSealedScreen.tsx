// Offline: complete. The file is opened on this device; the key is neither stored nor sent.
import { useState } from 'react';

import { dayOf } from '@/domain/day';
import { decodeText } from '@/domain/textEncoding';
import { ManagersOnly } from '@/features/shared/ManagersOnly';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { useToast } from '@/ui/Toast';

import { type FoundFile, type FoundRecord, readRecords, recordsCsv } from './readRecords';

/** The unsent records of a lost phone, from the file that it encrypted for the treasurer. */
export function OpenSealedScreen() {
  const { t } = useI18n();
  const back = useBack('/you');
  const title = t('you.sealed');
  return (
    <ManagersOnly area="sealed" title={title} back={back}>
      <Screen title={title} back={back}>
        <OpenFile />
      </Screen>
    </ManagersOnly>
  );
}

type Problem =
  'not_sealed' | 'wrong_key' | 'no_key' | 'no_records' | 'other_space' | 'unreadable' | 'not_loaded';

function OpenFile() {
  const { t } = useI18n();
  const { device, scope } = useRuntime();
  const [file, setFile] = useState({ name: '', text: '' });
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [found, setFound] = useState<FoundFile | null>(null);
  const choose = (name: string, text: string) => {
    setFile({ name, text });
    setProblem(null);
    setFound(null);
  };
  const pick = async () => {
    // Systems have no type for .json.age, and would not let such a file be chosen by it.
    const picked = await device.pickFile?.('');
    if (picked?.kind === 'picked') choose(picked.name, decodeText(picked.bytes, 'utf-8'));
    if (picked?.kind === 'unreadable') setProblem('unreadable');
  };
  const open = async () => {
    // Its code is loaded when it is needed first.
    const opened = await device.openSealed(file.text, key).catch(() => null);
    if (opened === null) return setProblem('not_loaded');
    const records = opened.kind === 'opened' ? readRecords(opened.text) : null;
    const isEmpty = records === null || records.records.length === 0;
    // Whoever enters them here would enter gifts of another organisation.
    const isHere = !isEmpty && records.spaceId === scope.spaceId;
    setFound(isHere ? records : null);
    if (opened.kind !== 'opened') setProblem(opened.kind);
    else if (isEmpty) setProblem('no_records');
    else setProblem(isHere ? null : 'other_space');
    // The key is needed once.
    if (opened.kind === 'opened') setKey('');
  };
  return (
    <>
      <Text tone="quiet">{t('sealed.text')}</Text>
      {device.pickFile !== null && (
        <Button kind="secondary" icon="external" label={t('sealed.choose')} onPress={() => void pick()} />
      )}
      {file.name !== '' && <Text>{t('sealed.chosen', { name: file.name })}</Text>}
      {file.name === '' && (
        <TextField
          label={t('sealed.paste')}
          hint={t('sealed.pasteHint')}
          value={file.text}
          onChangeText={(text) => choose('', text)}
          autoComplete="off"
          multiline
        />
      )}
      <TextField
        label={t('sealed.key')}
        hint={t('sealed.keyHint')}
        value={key}
        onChangeText={setKey}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect={false}
        secureTextEntry
      />
      {problem !== null && (
        <Banner live tone="person" icon="warning" title={t(`sealed.problem.${problem}`)} />
      )}
      <Button
        icon="key"
        label={t('sealed.open')}
        disabled={file.text.trim() === '' || key.trim() === ''}
        onPress={() => void open()}
      />
      {found !== null && <Found found={found} />}
    </>
  );
}

function Found({ found }: { found: FoundFile }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const { records, exportedAt } = found;
  const changed = records.filter(({ isAsSaved }) => !isAsSaved).length;
  const share = async () => {
    const result = await runtime.device.shareFile({
      name: `${t('sealed.fileName', { day: dayOf(exportedAt) })}.csv`,
      type: 'text/csv',
      text: recordsCsv(found, { t, format }),
    });
    if (result === 'failed') toast({ tone: 'person', icon: 'warning', title: t('sealed.notSaved') });
  };
  return (
    <>
      <SectionHeader
        title={t('sealed.found', { count: records.length, number: format.number(records.length) })}
      />
      <Text tone="quiet">{t('sealed.made', { time: format.since(exportedAt, runtime.now()) })}</Text>
      {changed > 0 && (
        <Banner
          tone="person"
          icon="warning"
          title={t('sealed.changed', { count: changed, number: format.number(changed) })}
        />
      )}
      {records.map((record, place) => (
        <FoundRow key={record.id} record={record} isLast={place === records.length - 1} />
      ))}
      <Button icon="download" label={t('sealed.save')} onPress={() => void share()} />
    </>
  );
}

function FoundRow({ record, isLast }: { record: FoundRecord; isLast: boolean }) {
  const { t, format } = useI18n();
  const now = useRuntime().now();
  const { who, amount, currency, payment_method_kind: method, saved_at: savedAt } = record;
  return (
    <ListRow
      title={who || t('sealed.nobody')}
      detail={[method ? methodWord(t, method) : record.kind, format.since(savedAt, now)].join(' · ')}
      value={amount == null ? undefined : format.money(amount, currency ?? '')}
      strongValue
      last={isLast}
    />
  );
}
