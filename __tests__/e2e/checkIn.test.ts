import { makeCheckInCode } from '@/domain/checkInCode';

import { findViolations } from './axe';
import { createDemo, expect, test, type Demo } from './demo';

const digitsOf = async ({ phone }: Demo) =>
  (await phone.page
    .getByText(/^[\d ]{8,}$/)
    .filter({ visible: true })
    .first()
    .textContent()) ?? '';
const field = ({ phone }: Demo) =>
  phone.page.getByLabel('Digits on the other phone').filter({ visible: true });
const ticked = ({ phone }: Demo, name: string) =>
  phone.page.getByRole('checkbox', { name: `${name} is here`, checked: true });

type Board = { data: { board: { report: { checked_in?: { at: string } } }[] } };

/** When somebody checked in, as the service has it. A leader's screen asks for it when it opens, then every 20 s. */
async function readCheckIn({ service }: Demo, teamId: number): Promise<string | undefined> {
  const { data } = await service.get<Board>(`/v1/teams/${teamId}/board`, 'leader');
  return data.board.flatMap(({ report }) => report.checked_in?.at ?? [])[0];
}

type Me = { data: { User: { firstname: string; surname: string; group_id: number } } };

test('a volunteer checks in offline with the digits of the leader, who sees them as here; a link does the same', async ({
  demo,
  service,
  openAnotherPhone,
}) => {
  const { data } = await service.get<Me>('/me', 'volunteer');
  const name = `${data.User.firstname} ${data.User.surname}`;
  const leader = createDemo(await openAnotherPhone(), service);
  await leader.join('leader');
  await leader.visible('button', 'Roll call').tap();
  await leader.text(/^0 of \d+ here$/).waitFor();
  await leader.phone.setOffline(true);
  await leader.visible('button', 'Check-in code').tap();
  await leader.phone.page.getByRole('img', { name: /^Check-in code of / }).waitFor();
  const digits = await digitsOf(leader);
  expect(await findViolations(leader.phone.page)).toEqual([]);

  await demo.phone.setOffline(true);
  await demo.visible('button', 'Check in').tap();
  await field(demo).fill('1234 5678');
  await demo.visible('button', 'Use these digits').tap();
  await demo.text(/^These digits are mistyped/).waitFor();
  expect(await findViolations(demo.phone.page)).toEqual([]);
  await field(demo).fill(digits);
  await demo.visible('button', 'Use these digits').tap();
  await demo.text(/^You are checked in: .+, \d/).waitFor();
  expect(await findViolations(demo.phone.page)).toEqual([]);

  await leader.visible('button', 'Back').tap();
  await leader.text(/^0 of \d+ here$/).waitFor();
  const teamId = Number(/\/teams\/(\d+)\//.exec(leader.phone.page.url())?.[1]);
  await demo.phone.setOffline(false);
  await expect.poll(() => readCheckIn(demo, teamId)).toBeDefined();
  const first = await readCheckIn(demo, teamId);
  await leader.phone.setOffline(false);
  await ticked(leader, name).waitFor();
  await leader.text(/Here since/).waitFor();

  // Unticked by the leader, they stay absent on the board, which has the check-in.
  await ticked(leader, name).tap();
  await leader.text(/^0 of \d+ here$/).waitFor();
  await leader.goTo(`/teams/${teamId}/board`);
  await leader.text(/^0 of \d+ here$/).waitFor();
  await leader.text(/^As of/).waitFor();
  expect(
    await leader.phone.page
      .getByText(/Here since/)
      .filter({ visible: true })
      .count()
  ).toBe(0);

  // The link of a later code, as the camera of the phone opens it, is another check-in.
  const time = Date.now() + 5 * 60_000;
  await demo.goTo('/');
  await demo.open(`/check-in#${makeCheckInCode({ space: data.User.group_id, team: teamId, time })}`);
  await demo.text(/^You are checked in: /).waitFor();
  await expect.poll(() => readCheckIn(demo, teamId)).not.toBe(first);
  await leader.goTo('/');
  await leader.visible('button', 'Roll call').waitFor();
  await leader.goTo(`/teams/${teamId}/board`);
  await leader.text(/Here since/).waitFor();
  await demo.goTo('/');
  await demo.open(`/check-in#${makeCheckInCode({ space: data.User.group_id, team: teamId + 1_000, time })}`);
  await demo.text(/you are not in this team/).waitFor();
  expect([...demo.phone.errors, ...leader.phone.errors]).toEqual([]);
});
