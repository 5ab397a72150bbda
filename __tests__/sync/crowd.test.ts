import { simulateCrowd } from '../../bench/phones/crowd';

const times = { health: 1, poll: 2, page: 40, gift: 12, board: 4 };
const crowd = { phones: 200, cores: 8, times };

test('a crowd that reconnects to a service that fails for five minutes sends no more at a time than without it', async () => {
  const calm = await simulateCrowd({ ...crowd, outage: null });
  const failing = await simulateCrowd({ ...crowd, outage: { from: 30_000, to: 330_000 } });
  expect(calm.sentMs).not.toBeNull();
  expect(failing.sentMs).not.toBeNull();
  expect(failing.peakPerSecond).toBeLessThan(1.5 * calm.peakPerSecond);
  expect(failing.counts.unavailable).toBeGreaterThan(200);
  expect(failing.attemptsPerGift).toBeLessThan(1.1);
}, 120_000);
