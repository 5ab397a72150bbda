import { parseCsv } from '@/domain/csv';

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
