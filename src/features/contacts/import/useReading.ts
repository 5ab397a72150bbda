import { useEffect, useMemo, useState } from 'react';

import { type Mapping } from '@/domain/contactColumns';
import { type ImportFile, type ImportReading, startReading } from '@/domain/contactFile';

/** Short enough that the screen answers in between. */
const AT_ONCE = 250;

/** Reads a file with a mapping, part by part. Null until all lines are read. */
export function useReading(file: ImportFile, mapping: Mapping): ImportReading | null {
  const { reader, isMore } = useMemo(() => {
    const started = startReading(file, mapping);
    return { reader: started, isMore: started.readNext(AT_ONCE) };
  }, [file, mapping]);
  const [finished, setFinished] = useState<ImportReading | null>(null);
  useEffect(() => {
    if (!isMore) return undefined;
    const step = () => {
      if (reader.readNext(AT_ONCE)) timer = setTimeout(step, 0);
      else setFinished(reader.reading);
    };
    let timer = setTimeout(step, 0);
    return () => clearTimeout(timer);
  }, [reader, isMore]);
  return isMore && finished !== reader.reading ? null : reader.reading;
}
