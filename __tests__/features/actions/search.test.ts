import { searchActions } from '@/features/actions/search';

test('actions are found by prefixes of words of name, pitch, team and town, in any order', () => {
  const aggregate = {
    Action: {
      id: 1,
      name: 'Porte à porte, versant nord',
      Teams: [{ id: 2, name: 'Plateau' }],
      Addresses: [{ city: 'Évreux' }],
    },
  };
  for (const typed of ['nord porte', 'plat', 'evreux', 'PORTE'])
    expect(searchActions([aggregate], typed)).toHaveLength(1);
  expect(searchActions([aggregate], 'porte sud')).toHaveLength(0);
});
