/** One line of a file: its number, counted as an editor does, and its cells. `isUnclosed`: a quotation mark opens and does not close. */
export type CsvLine = { line: number; cells: string[]; isUnclosed?: true };

/** Spreadsheets use the separator of their locale: takes the one that is most frequent in the first line. */
function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Reads CSV as spreadsheets write it: quoted cells may contain separators, quotes and line breaks. Empty lines are left out. */
export function parseCsv(given: string): CsvLine[] {
  const text = given.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const lines: CsvLine[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
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
  for (let place = 0; place < text.length; place += 1) {
    const letter = text[place] ?? '';
    if (letter === '\n') line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[place + 1] === '"') {
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
  }
  endLine();
  return lines;
}
