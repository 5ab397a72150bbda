import { createRecord } from '@/features/shared/forms/onlineRecord';

import { onlineWith } from '../../support/online';

it.each([
  ['body/data/action/users/0/id', 'users'],
  ['body/data/action/polygon', 'polygon'],
  ['body/data/currency', 'currency'],
  ['body/data/transfer/iban', 'transfer'],
])('names the refused field in %s', async (location, field) => {
  const errors = [{ location, message: 'no' }];
  const online = onlineWith({
    write: () => Promise.resolve({ kind: 'invalid', errors }),
  });
  const record = { endpoint: 'createAction', id: 'a', body: {}, readStored: () => null } as const;
  expect(await createRecord({ online, newId: () => 'b' }, record)).toEqual({
    kind: 'invalid',
    fields: [field],
  });
});
