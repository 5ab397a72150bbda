import { type CountedPart } from '@/domain/months';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';

import { countedWords, willCountWords } from './countedWords';

interface CountedInNoteProps {
  date: string | undefined;
  parts: readonly CountedPart[];
  /** Of a record that is not sent: the month that it will count in. */
  later?: { dated: string; counted: string } | null;
}

/** That a record of a closed month counts in a later one. Nothing for any other record. */
export function CountedInNote({ date, parts, later = null }: CountedInNoteProps) {
  const { t, format } = useI18n();
  const words = { t, format };
  const text = parts.length > 0 ? countedWords(words, date, parts) : later && willCountWords(words, later);
  return text ? <Banner tone="moving" icon="calendar" title={text} /> : null;
}
