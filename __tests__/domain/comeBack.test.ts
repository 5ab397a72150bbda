import { timesToComeBack } from '@/domain/comeBack';

const at = (day: number, hours: number, minutes = 0) => new Date(2026, 9, day, hours, minutes).getTime();

test('in an hour, in two hours, this evening and tomorrow evening', () => {
  expect(timesToComeBack(at(5, 14))).toEqual([at(5, 15), at(5, 16), at(5, 18), at(6, 18)]);
});

test('no time twice, and none that is over', () => {
  expect(timesToComeBack(at(5, 16))).toEqual([at(5, 17), at(5, 18), at(6, 18)]);
  expect(timesToComeBack(at(5, 18, 30))).toEqual([at(5, 19, 30), at(5, 20, 30), at(6, 18)]);
});

test.each([
  [at(5, 19, 10), [at(5, 20, 10), at(6, 18)]],
  [at(5, 20, 30), [at(6, 18)]],
  [at(5, 23, 30), [at(6, 18)]],
])('nothing at night', (now, times) => {
  expect(timesToComeBack(now)).toEqual(times);
});
