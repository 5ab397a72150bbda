import { fireEvent, screen } from '@testing-library/react-native';

import { insertDayEntry } from '@/db/dayTotals';
import { applyTransactionSettings } from '@/db/settings';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';
import { dayOf } from '@/domain/day';

import { dayEntry } from '../support/dayTotals';
import { createTestRuntime, saturday } from '../support/runtime';

type Settings = Parameters<typeof applyTransactionSettings>[2];

/** A volunteer with a leader, a gift of €30 in cash and one of €20 by cheque. */
export async function withShift(settings: Settings = { currency: 'eur' }) {
  const test = await createTestRuntime();
  const { store, scope } = test;
  await store.write(async (tx) => {
    await applyTransactionSettings(tx, scope, settings);
    await applyTeams(tx, scope, [
      {
        id: 1,
        name: 'Plateau',
        leaders: [{ id: 4, firstname: 'Amina', surname: 'Berger' }],
        users: [{ id: scope.userId, firstname: 'Marc', surname: 'Dulac' }],
      },
    ]);
    await applyUsers(tx, scope, [{ id: 6, firstname: 'Yann', surname: 'Oger' }]);
    const taken = { savedAt: saturday, takenOn: dayOf(saturday) };
    const cash = { ...taken, id: 'one', amount: 3_000, paymentMethodKind: 'cash', who: 'Jeanne Lacombe' };
    const cheque = { ...taken, id: 'two', amount: 2_000, paymentMethodKind: 'cheque', who: 'Ana Rey' };
    for (const entry of [cash, cheque]) await insertDayEntry(tx, scope, dayEntry(entry));
  });
  return test;
}

export const press = (name: string) => fireEvent.press(screen.getByRole('button', { name }));
