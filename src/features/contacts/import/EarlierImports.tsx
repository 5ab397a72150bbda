import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { type ContactImport } from '@/contract/contactImport';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';

import { undoImport, type UndoResult } from './mutations';
import { contactImportQueries } from './queries';

/** The imports of the space, each with its undo. */
export function EarlierImports() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { data } = useQuery(contactImportQueries.list(runtime));
  if (data?.kind !== 'listed' || data.imports.length === 0) return null;
  return (
    <>
      <SectionHeader title={t('contactImport.earlier')} />
      {data.imports.map((each) => (
        <EarlierImport key={each.id} made={each} />
      ))}
    </>
  );
}

function EarlierImport({ made }: { made: ContactImport }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const client = useQueryClient();
  const [result, setResult] = useState<UndoResult | null>(null);
  const { id, name = '', contacts = 0, created_at: at, undone_at: undoneAt } = made;
  const undo = async () => {
    const done = await undoImport(runtime, id);
    setResult(done);
    await client.invalidateQueries({ queryKey: contactImportQueries.list(runtime).queryKey });
    runtime.sync.sendNow();
    return true;
  };
  return (
    <>
      <ListRow
        title={name}
        detail={[
          at === undefined ? '' : format.date(at),
          t('contactImport.contacts', { count: contacts, number: format.number(contacts) }),
          undoneAt === undefined ? '' : t('contactImport.undone'),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      {result !== null && (
        <Banner
          live
          tone={result.kind === 'undone' ? 'done' : 'person'}
          icon={result.kind === 'undone' ? 'check' : 'warning'}
          title={
            result.kind === 'undone'
              ? t('contactImport.removed', {
                  removed: format.number(result.removed),
                  stayed: format.number(result.stayed),
                })
              : t(`common.onlineForm.${result.why}`)
          }
          text={
            result.kind === 'undone' && result.people.length > 0
              ? result.people.map((person) => person.name || String(person.id)).join(', ')
              : undefined
          }
        />
      )}
      {contacts > 0 && undoneAt === undefined && (
        <ConfirmButton
          kind="secondary"
          label={t('contactImport.undo.button')}
          hint={name}
          question={t('contactImport.undo.ask', { name })}
          text={t('contactImport.undo.text')}
          confirmLabel={t('contactImport.undo.yes')}
          onConfirm={undo}
        />
      )}
    </>
  );
}
