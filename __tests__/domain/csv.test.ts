import { parseCsv, startCsv } from '@/domain/csv';

test('reads commas, semicolons and tabs, with quotes, and counts lines as an editor does', () => {
  expect(parseCsv('\ufeffa,b\r\n1,"x, ""y""\r\nz"\r\n\r\n3,4')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1', 'x, "y"\r\nz'] },
    { line: 5, cells: ['3', '4'] },
  ]);
  expect(parseCsv('a;b\n1,5;2')[1]?.cells).toEqual(['1,5', '2']);
  expect(parseCsv('a\tb\n1\t2')[1]?.cells).toEqual(['1', '2']);
  expect(parseCsv('')).toEqual([]);
});

test('counts lines that end with a carriage return alone, in quotes too', () => {
  expect(parseCsv('a,b\r1,"x\ry"\r\r3,4')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1', 'x\ny'] },
    { line: 5, cells: ['3', '4'] },
  ]);
});

test('marks a line whose quotation mark does not close, with the line in which it opens', () => {
  expect(parseCsv('a\n1\n"2\n3')).toEqual([
    { line: 1, cells: ['a'] },
    { line: 2, cells: ['1'] },
    { line: 3, cells: ['2\n3'], isUnclosed: true },
  ]);
});

test('reads part by part with the same result, wherever a part ends', () => {
  const text = 'a,b\r\n1,"x, ""y""\r\nz"\r\n\r\n3,4\n5,"open\n';
  for (let letters = 1; letters <= text.length; letters += 1) {
    const parser = startCsv(text);
    const shares = [0];
    while (shares.at(-1) !== 1) shares.push(parser.readNext(letters));
    expect(parser.lines).toEqual(parseCsv(text));
    expect(shares).toEqual([...shares].sort((one, other) => one - other));
  }
});
