import { startTransition, useEffect, useMemo, useState } from 'react';

import { type Mapping } from '@/domain/contacts/contactColumns';
import { fileOf, type ImportFile, type ImportReading, startReading } from '@/domain/contacts/contactFile';
import { startCsv } from '@/domain/csv';

/** Short enough that the screen responds in between. */
const PIECE_MS = 20;
const LETTERS = 10_000;
const LINES = 10;
/** Each step of the progress renders the screen. */
const STEPS = 20;

/** `readNext` returns the share that is read; 1 when nothing is left. */
type Reader = { readNext(count: number): number };

const stepOf = (share: number) => Math.floor(share * STEPS) / STEPS;

/** Reads in short pieces, with the screen rendered in between. Returns the share that is read. */
function useInPieces(reader: Reader, count: number): number {
  const first = useMemo(() => stepOf(reader.readNext(count)), [reader, count]);
  const [latest, setLatest] = useState({ reader, share: first });
  useEffect(() => {
    if (first === 1) return undefined;
    let shown = first;
    const readPiece = () => {
      const end = performance.now() + PIECE_MS;
      let share = 0;
      do share = reader.readNext(count);
      while (share < 1 && performance.now() < end);
      if (stepOf(share) !== shown) {
        const next = { reader, share: (shown = stepOf(share)) };
        // React renders a transition in pieces as well.
        startTransition(() => setLatest(next));
      }
      if (share < 1) timer = setTimeout(readPiece, 0);
    };
    let timer = setTimeout(readPiece, 0);
    return () => clearTimeout(timer);
  }, [reader, count, first]);
  return latest.reader === reader ? latest.share : first;
}

const noFile = fileOf([]);

/** Opens the text of a file. Without lines until all of it is parsed. */
export function useFile(text: string): { file: ImportFile; isOpen: boolean } {
  const parser = useMemo(() => startCsv(text), [text]);
  const isOpen = useInPieces(parser, LETTERS) === 1;
  const file = useMemo(() => (isOpen ? fileOf(parser.lines) : noFile), [isOpen, parser]);
  return { file, isOpen };
}

/** Reads the lines of a file with a mapping. `reading` is null until all are read. */
export function useReading(
  file: ImportFile,
  mapping: Mapping
): { reading: ImportReading | null; share: number } {
  const reader = useMemo(() => startReading(file, mapping), [file, mapping]);
  const share = useInPieces(reader, LINES);
  return { reading: share === 1 ? reader.reading : null, share };
}
