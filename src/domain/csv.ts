/** One line of a file: its number, counted as an editor does, and its cells. `isUnclosed`: a quotation mark opens and does not close. */
export type CsvLine = { line: number; cells: string[]; isUnclosed?: true };

/** Spreadsheets use the separator of their locale: takes the one that is most frequent in the first line. */
function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

type CsvParser = {
  /** What was read so far. */
  readonly lines: CsvLine[];
  /** Reads about so many letters. Returns the share of the text that is read; 1 when all of it is. */
  readNext(letters: number): number;
};

/** Reads CSV as spreadsheets write it: quoted cells may contain separators, quotes and line breaks. Empty lines are left out. */
export function parseCsv(text: string): CsvLine[] {
  const parser = startCsv(text);
  parser.readNext(text.length);
  return parser.lines;
}

/** Reads a long text part by part, so that a screen can render in between. */
export function startCsv(file: string): CsvParser {
  const text = file.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const lines: CsvLine[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
  let place = 0;
  const endCell = () => {
    cells.push(cell.trim());
    cell = '';
  };
  const endLine = () => {
    endCell();
    if (cells.some((each) => each !== ''))
      lines.push({ line: startedAt, cells, ...(isQuoted ? { isUnclosed: true } : {}) });
    cells = [];
  };
  // Letters that mean nothing here are taken together.
  const plain = { inQuotes: /[^"\r\n]+/y, outside: new RegExp(`[^"\\r\\n${separator}]+`, 'y') };
  const readNextPart = () => {
    const run = isQuoted ? plain.inQuotes : plain.outside;
    run.lastIndex = place;
    const letters = run.exec(text)?.[0] ?? '';
    cell += letters;
    place += letters.length;
    if (letters === '') readLetter(text[place] ?? '');
  };
  const readLetter = (given: string) => {
    place += 1;
    // Old spreadsheets of a Mac end a line with a carriage return alone.
    const letter = given === '\r' && text[place] !== '\n' ? '\n' : given;
    if (letter === '\n') line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[place] === '"') {
        cell += '"';
        place += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (letter === separator) endCell();
    else if (letter === '\n') {
      endLine();
      startedAt = line;
    } else if (letter !== '\r') cell += letter;
  };
  return {
    lines,
    readNext: (letters) => {
      const end = Math.min(place + letters, text.length);
      while (place < end) readNextPart();
      if (place < text.length) return place / text.length;
      endLine();
      return 1;
    },
  };
}
