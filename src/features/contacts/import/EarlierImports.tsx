import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { type ContactImport } from '@/contract/contactImport';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { NotAvailable } from '@/features/shared/NotAvailable';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { ListRow } from '@/ui/ListRow';
import { ProgressBar } from '@/ui/ProgressBar';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';

import { BadLines } from './BadLines';
import { undoImport, type UndoResult } from './mutations';
import { contactImportQueries } from './queries';

/** The imports of the space, each with its undo. */
export function EarlierImports({ onUndo }: { onUndo: () => void }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { data, refetch } = useQuery(contactImportQueries.list(runtime));
  const imports = data?.kind === 'listed' ? data.imports : [];
  const { data: names } = useQuery(
    contactImportQueries.importers(
      runtime,
      imports.flatMap(({ created_by: id }) => id ?? [])
    )
  );
  if (data === undefined || (data.kind === 'listed' && imports.length === 0)) return null;
  return (
    <>
      <SectionHeader title={t('contactImport.earlier')} />
      {data.kind !== 'listed' && <NotAvailable why={data.kind} onRetry={() => void refetch()} />}
      {imports.map((each) => (
        <EarlierImport
          key={each.id}
          made={each}
          by={names?.get(each.created_by ?? 0) ?? ''}
          onUndo={onUndo}
        />
      ))}
    </>
  );
}

interface EarlierImportProps {
  made: ContactImport;
  by: string;
  onUndo: () => void;
}

function EarlierImport({ made, by, onUndo }: EarlierImportProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const client = useQueryClient();
  const [result, setResult] = useState<UndoResult | null>(null);
  const [removed, setRemoved] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { id, name = '', contacts = 0, created_at: at, undone_at: undoneAt, lines, bad = 0 } = made;
  const undo = async () => {
    setResult(null);
    setRemoved(0);
    onUndo();
    const done = await undoImport(runtime, id, setRemoved).finally(() => setRemoved(null));
    setResult(done);
    await client.invalidateQueries({ queryKey: contactImportQueries.list(runtime).queryKey });
    runtime.sync.sendNow();
  };
  // The question closes, and the progress is shown.
  const begin = () => {
    void undo();
    return Promise.resolve(true);
  };
  return (
    <>
      <ListRow
        title={name}
        detail={[
          at === undefined ? '' : format.since(at, runtime.now()),
          by,
          lines === undefined
            ? ''
            : t('contactImport.linesRead', { count: lines, number: format.number(lines) }),
          t('contactImport.contacts', { count: contacts, number: format.number(contacts) }),
          bad === 0 ? '' : t('contactImport.notImported', { count: bad, number: format.number(bad) }),
          undoneAt === undefined
            ? ''
            : t(contacts === 0 ? 'contactImport.undone' : 'contactImport.undoneInPart'),
        ]
          .filter(Boolean)
          .join(' · ')}
        onPress={bad === 0 ? undefined : () => setOpen(true)}
      />
      {isOpen && <BadLines made={made} onClose={() => setOpen(false)} />}
      {removed !== null && (
        <>
          <Text tone="quiet">
            {t('contactImport.undo.progressOf', {
              done: format.number(removed),
              total: format.number(contacts),
            })}
          </Text>
          <ProgressBar label={t('contactImport.undo.progress')} done={removed} total={contacts} />
        </>
      )}
      {result?.kind === 'stopped' && (
        <Banner
          live
          tone="person"
          icon="warning"
          title={t(`contactImport.failed.${result.why}`)}
          text={t('contactImport.undo.stopped', { removed: format.number(result.removed) })}
        />
      )}
      {result?.kind === 'undone' && (
        <Banner
          live
          tone="done"
          icon="check"
          title={t(result.stayed === 0 ? 'contactImport.removedAll' : 'contactImport.removed', {
            removed: format.number(result.removed),
            stayed: format.number(result.stayed),
          })}
          text={
            format.commaList(result.people.map((person) => person.name || String(person.id))) || undefined
          }
        />
      )}
      {contacts > 0 && removed === null && result?.kind !== 'undone' && (
        <ConfirmButton
          kind="secondary"
          label={t('contactImport.undo.button')}
          hint={name}
          question={t('contactImport.undo.ask', { name })}
          text={t('contactImport.undo.text')}
          confirmLabel={t('contactImport.undo.yes')}
          onConfirm={begin}
        />
      )}
    </>
  );
}
