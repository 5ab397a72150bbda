import { entityAfterAck, entityOf, serverIdOf } from '@/domain/entity';

describe('the name of an entity', () => {
  it('contains its server id once it has one', () => {
    expect(serverIdOf(entityOf('bundle', 20418))).toBe(20418);
    expect(serverIdOf(entityOf('bundle', '00000000-0000-4000-8000-000000000001'))).toBeNull();
  });

  it('changes when the row that creates the entity is acked, and for no other row', () => {
    expect(entityAfterAck('bundle_create', 7)).toBe('bundle:7');
    expect(entityAfterAck('team_create', 7)).toBe('team:7');
    expect(entityAfterAck('bundle_update', 7)).toBeNull();
    expect(entityAfterAck('team_edit', 7)).toBeNull();
  });

  it('does not change if the service returns no id', () => {
    expect(entityAfterAck('bundle_create', null)).toBeNull();
  });
});
