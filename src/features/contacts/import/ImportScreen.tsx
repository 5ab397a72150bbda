// Offline: a file can be read and its columns chosen. Importing needs signal.
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useMemo, useRef, useState } from 'react';

import {
  guessMapping,
  hasName,
  importExample,
  importFields,
  type Mapping,
} from '@/domain/contacts/contactColumns';
import { decodeText, guessEncoding, isWorkbook, type TextEncoding } from '@/domain/textEncoding';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { csvText } from '@/features/shared/exportText';
import { useHoldUpdate } from '@/features/shared/forms/useHoldUpdate';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useExtension } from '@/features/shared/useExtension';
import { useShareFile } from '@/features/shared/useShare';
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
import { FileEncoding } from './FileEncoding';
import { ImportPreview } from './ImportPreview';
import { importContacts, type ImportProgress, type ImportResult } from './mutations';
import { contactImportQueries } from './queries';
import { useFile, useReading } from './useReading';

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
      {isOffered ? (
        <Import back={back} />
      ) : (
        <Screen title={t('contacts.importTitle')} titlePlace="bar" back={back}>
          <EmptyState
            icon="info"
            title={t('contactEdit.notOffered')}
            text={t('contactEdit.notOfferedText')}
          />
        </Screen>
      )}
    </RequirePermission>
  );
}

/** A text field with a file of megabytes would freeze the page. */
const mostShown = 20_000;

/** `source` is missing from pasted lines. `problem`: the file is no text. */
type Chosen = {
  uuid: string;
  name: string;
  text: string;
  source?: { bytes: Uint8Array; encoding: TextEncoding };
  problem?: 'workbook';
};

function Import({ back }: { back: ReturnType<typeof useBack> }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const client = useQueryClient();
  const { pickFile } = runtime.device;
  const shareFile = useShareFile();
  const emptyText = (): Chosen => ({ uuid: runtime.newId(), name: t('contactImport.pasted'), text: '' });
  const [chosen, setChosen] = useState(emptyText);
  // The person chose a mapping for this header; another file starts with a guess.
  const [changed, setChanged] = useState<{ header: string; mapping: Mapping } | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [result, setResult] = useState<(ImportResult & { bad: number }) | null>(null);
  const running = useRef<AbortController | null>(null);
  const { file, isOpen } = useFile(chosen.text);
  const header = JSON.stringify(file.header);
  const mapping = useMemo(
    () => (changed?.header === header ? changed.mapping : guessMapping(file.header)),
    [changed, header, file]
  );
  const { reading, share } = useReading(file, mapping);
  const isReading = !isOpen || reading === null;
  const contacts = reading?.contacts ?? [];
  const isEmpty = chosen.source !== undefined && isOpen && file.lines.length === 0;
  const problem = chosen.problem ?? (isEmpty ? 'empty' : undefined);

  const choose = (next: Omit<Chosen, 'uuid'>) => {
    setResult(null);
    setChosen({ uuid: runtime.newId(), ...next });
  };
  const chooseFile = (name: string, bytes: Uint8Array, encoding: TextEncoding) =>
    startTransition(() => choose({ name, text: decodeText(bytes, encoding), source: { bytes, encoding } }));
  /** What was sent with another mapping, or is undone, is not continued. */
  const beginAnother = () => setChosen((before) => ({ ...before, uuid: runtime.newId() }));
  const pick = async () => {
    const picked = await pickFile?.('.csv,.txt,text/csv,text/plain');
    if (picked?.kind === 'picked') {
      const { name, bytes } = picked;
      if (isWorkbook(bytes)) choose({ name, text: '', problem: 'workbook' });
      else chooseFile(name, bytes, guessEncoding(bytes));
    }
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
    running.current = new AbortController();
    const { uuid, name } = chosen;
    const done = await importContacts(
      runtime,
      { uuid, name: name.slice(0, 200), reading, signal: running.current.signal },
      setProgress
    ).finally(() => setProgress(null));
    setResult({ ...done, bad: reading.bad.length });
    if (done.kind === 'undone') beginAnother();
    await client.invalidateQueries({ queryKey: contactImportQueries.list(runtime).queryKey });
    if (done.kind === 'imported') {
      setChosen(emptyText());
      runtime.sync.sendNow();
    }
  };
  const cancel = () => (isReading ? setChosen(emptyText()) : running.current?.abort());
  const count = contacts.length;
  const number = (value: number) => format.number(value);
  const isSending = progress !== null;
  useHoldUpdate(isSending || chosen.text !== '');
  const isBusy = isReading || isSending;
  const footer = (
    <>
      {isReading && (
        <>
          <Text tone="quiet">{t('contactImport.reading')}</Text>
          <ProgressBar label={t('contactImport.reading')} done={share} total={1} />
        </>
      )}
      {progress !== null && (
        <>
          <Text tone="quiet">
            {t('contactImport.progressOf', { done: number(progress.done), total: number(progress.total) })}
          </Text>
          <ProgressBar label={t('contactImport.progress')} {...progress} />
        </>
      )}
      {isBusy ? (
        <Button kind="secondary" label={t('common.cancel')} onPress={cancel} />
      ) : (
        <Button
          size="main"
          icon="check"
          label={t('contactImport.send', { count, number: number(count) })}
          disabled={count === 0}
          onPress={() => void send()}
        />
      )}
    </>
  );
  return (
    <Screen
      title={t('contacts.importTitle')}
      titlePlace="bar"
      back={back}
      footer={(isReading || file.lines.length > 0) && footer}
    >
      <Text tone="quiet">{t('contactImport.text')}</Text>
      <Button
        kind="secondary"
        icon="download"
        label={t('contactImport.template')}
        onPress={() => void shareTemplate()}
      />
      {pickFile !== null && (
        <Button
          icon="external"
          label={t('contactImport.choose')}
          disabled={isSending}
          onPress={() => void pick()}
        />
      )}
      {result !== null && <ResultBanner result={result} />}
      {problem !== undefined && (
        <Banner
          live
          tone="person"
          icon="warning"
          title={t(`contactImport.${problem}`, { name: chosen.name })}
          text={t(`contactImport.${problem}Text`)}
        />
      )}
      <TextField
        label={t('contactImport.paste')}
        hint={t('contactImport.pasteHint')}
        value={chosen.text.length > mostShown ? '' : chosen.text}
        onChangeText={(typed) => choose({ name: t('contactImport.pasted'), text: typed })}
        editable={!isSending}
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
          {!hasName(mapping) && (
            <Banner
              tone="person"
              icon="warning"
              title={t('contactImport.noName')}
              text={t('contactImport.noNameText')}
            />
          )}
          {reading !== null && reading.bad.length > 0 && hasName(mapping) && (
            <Text variant="strong" tone="person">
              {t('contactImport.bad', { count: reading.bad.length, number: number(reading.bad.length) })}
            </Text>
          )}
          {chosen.source && (
            <FileEncoding
              {...chosen.source}
              isFixed={isSending}
              onChange={(encoding) => chosen.source && chooseFile(chosen.name, chosen.source.bytes, encoding)}
            />
          )}
          <ColumnMapping
            file={file}
            mapping={mapping}
            isFixed={isSending}
            onChange={(next) => {
              setChanged({ header, mapping: next });
              beginAnother();
            }}
          />
          {reading !== null && hasName(mapping) && <ImportPreview reading={reading} />}
        </>
      )}
      <EarlierImports
        onUndo={() => {
          setResult(null);
          beginAnother();
        }}
      />
    </Screen>
  );
}

/** What an import did, and how to continue one that did not reach its end. */
function ResultBanner({ result }: { result: ImportResult & { bad: number } }) {
  const { t, format } = useI18n();
  const [created, known] = [format.number(result.created), format.number(result.known)];
  if (result.kind === 'imported')
    return (
      <Banner
        live
        tone="done"
        icon="check"
        title={t('contactImport.done', { created, known })}
        text={
          result.bad === 0
            ? undefined
            : t('contactImport.bad', { count: result.bad, number: format.number(result.bad) })
        }
      />
    );
  if (result.kind === 'undone')
    return (
      <Banner
        live
        tone="person"
        icon="warning"
        title={t('contactImport.wasUndone')}
        text={t('contactImport.wasUndoneText')}
      />
    );
  return (
    <Banner
      live
      tone={result.kind === 'cancelled' ? 'waiting' : 'person'}
      icon={result.kind === 'cancelled' ? 'info' : 'warning'}
      title={
        result.kind === 'cancelled' ? t('contactImport.cancelled') : t(`contactImport.failed.${result.why}`)
      }
      text={t('contactImport.stopped', { created })}
    />
  );
}
