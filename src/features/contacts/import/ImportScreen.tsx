// Offline: a file can be read and its columns chosen. Importing needs signal.
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';

import { guessMapping, importExample, importFields, type Mapping } from '@/domain/contactColumns';
import { openFile } from '@/domain/contactFile';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { csvText } from '@/features/shared/exportText';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useExtension } from '@/features/shared/useExtension';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ProgressBar } from '@/ui/ProgressBar';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { useToast } from '@/ui/Toast';

import { ColumnMapping } from './ColumnMapping';
import { EarlierImports } from './EarlierImports';
import { ImportPreview } from './ImportPreview';
import { importContacts, type ImportProgress, type ImportResult } from './mutations';
import { contactImportQueries } from './queries';
import { useReading } from './useReading';

/** Contacts from a file of another system. */
export function ImportScreen() {
  const { t } = useI18n();
  const back = useBack('/contacts');
  const isOffered = useExtension('contacts_import');
  return (
    <RequirePermission
      may={({ canEditContacts }) => canEditContacts}
      title={t('contacts.importTitle')}
      back={back}
      forbidden={t('contactImport.forbidden')}
      forbiddenText={t('contactImport.forbiddenText')}
    >
      <Screen title={t('contacts.importTitle')} titlePlace="bar" back={back}>
        {isOffered ? (
          <Import />
        ) : (
          <EmptyState
            icon="info"
            title={t('contactEdit.notOffered')}
            text={t('contactEdit.notOfferedText')}
          />
        )}
      </Screen>
    </RequirePermission>
  );
}

/** A text field with a file of megabytes would freeze the page. */
const mostShown = 20_000;

type Chosen = { uuid: string; name: string; text: string };

function Import() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const client = useQueryClient();
  const { pickTextFile, shareFile } = runtime.device;
  const emptyText = (): Chosen => ({ uuid: runtime.newId(), name: t('contactImport.pasted'), text: '' });
  const [chosen, setChosen] = useState(emptyText);
  // The person chose a mapping for this header; another file starts with a guess.
  const [changed, setChanged] = useState<{ header: string; mapping: Mapping } | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  // A large file is parsed in a deferred render, not at each letter.
  const text = useDeferredValue(chosen.text);
  const file = useMemo(() => openFile(text), [text]);
  const header = JSON.stringify(file.header);
  const mapping = useMemo(
    () => (changed?.header === header ? changed.mapping : guessMapping(file.header)),
    [changed, header, file]
  );
  const reading = useReading(file, mapping);
  const contacts = reading?.contacts ?? [];

  const choose = (name: string, typed: string) => {
    setResult(null);
    setChosen({ uuid: runtime.newId(), name, text: typed });
  };
  const pick = async () => {
    const picked = await pickTextFile?.();
    if (picked?.kind === 'picked') choose(picked.name, picked.text);
    if (picked?.kind === 'unreadable')
      toast({ tone: 'person', icon: 'warning', title: t('contactImport.unreadable') });
  };
  const shareTemplate = () =>
    shareFile({
      name: t('contactImport.templateName'),
      type: 'text/csv',
      text: csvText([[...importFields], [...importExample]], format.locale),
    });
  const send = async () => {
    if (reading === null) return;
    setResult(null);
    setProgress({ done: 0, total: contacts.length });
    const { uuid, name } = chosen;
    const done = await importContacts(
      runtime,
      { uuid, name: name.slice(0, 200), reading },
      setProgress
    ).finally(() => setProgress(null));
    setResult(done);
    await client.invalidateQueries({ queryKey: contactImportQueries.list(runtime).queryKey });
    if (done.kind === 'imported') {
      setChosen(emptyText());
      runtime.sync.sendNow();
    }
  };
  const count = contacts.length;
  const number = (value: number) => format.number(value);
  return (
    <>
      <Text tone="quiet">{t('contactImport.text')}</Text>
      <Button
        kind="secondary"
        icon="download"
        label={t('contactImport.template')}
        onPress={() => void shareTemplate()}
      />
      {pickTextFile !== null && (
        <Button icon="external" label={t('contactImport.choose')} onPress={() => void pick()} />
      )}
      {result !== null && (
        <Banner
          live
          tone={result.kind === 'imported' ? 'done' : 'person'}
          icon={result.kind === 'imported' ? 'check' : 'warning'}
          title={
            result.kind === 'imported'
              ? t('contactImport.done', { created: number(result.created), known: number(result.known) })
              : t(`common.onlineForm.${result.why}`)
          }
          text={
            result.kind === 'stopped'
              ? t('contactImport.stopped', { created: number(result.created) })
              : undefined
          }
        />
      )}
      <TextField
        label={t('contactImport.paste')}
        hint={t('contactImport.pasteHint')}
        value={chosen.text.length > mostShown ? '' : chosen.text}
        onChangeText={(typed) => choose(t('contactImport.pasted'), typed)}
        multiline
      />
      {file.lines.length > 0 && (
        <>
          <Text variant="strong">
            {t('contactImport.lines', {
              count: file.lines.length,
              number: number(file.lines.length),
              name: chosen.name,
            })}
          </Text>
          <ColumnMapping
            file={file}
            mapping={mapping}
            onChange={(next) => setChanged({ header, mapping: next })}
          />
          {reading === null ? (
            <Text tone="quiet">{t('contactImport.reading')}</Text>
          ) : (
            <ImportPreview reading={reading} />
          )}
          {progress !== null && (
            <ProgressBar label={t('contactImport.progress')} done={progress.done} total={progress.total} />
          )}
          <Button
            size="main"
            icon="check"
            label={t('contactImport.send', { count, number: number(count) })}
            disabled={count === 0}
            busy={progress !== null || reading === null}
            onPress={() => void send()}
          />
        </>
      )}
      <EarlierImports />
    </>
  );
}
