import { noName } from '@/db/contacts';
import { letterAt, sideLetters } from '@/features/contacts/letters';

describe('the letters at the side of the list', () => {
  const places = [
    { letter: '2', place: 0 },
    { letter: '7', place: 3 },
    { letter: 'a', place: 4 },
    { letter: 'ع', place: 90 },
    { letter: noName, place: 95 },
  ];

  it('are upper case, with all digits under one sign and the nameless under another', () => {
    expect(sideLetters(places)).toEqual([
      { letter: '#', place: 0 },
      { letter: 'A', place: 4 },
      { letter: 'ع', place: 90 },
      { letter: '…', place: 95 },
    ]);
  });

  it('are found by row', () => {
    const letters = sideLetters(places);
    expect([0, 3, 4, 89, 90, 400].map((row) => letterAt(letters, row))).toEqual([0, 0, 1, 1, 2, 3]);
  });
});
