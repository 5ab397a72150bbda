import { addressLine, compareHouseNumbers, groupByStreet, readAddress, sideOf } from '@/domain/address';
import { streetsToPrune } from '@/domain/retention';

const at = (housenumber: string | number, street = 'rue d’Ivry', city = 'Lyon') =>
  readAddress({ housenumber, street, city });

describe('an address', () => {
  it('has the same shape from a contact, a team and an action', () => {
    const contact = readAddress({
      house_number: '8',
      street: 'Quai',
      postal_code: '01000',
      city: 'Port',
      latitude: '45.1',
      longitude: '4.2',
    });
    const team = readAddress({
      housenumber: '8',
      street: 'Quai',
      postalcode: '01000',
      city: 'Port',
      lattitude: '45.1',
      longitude: '4.2',
    });
    const action = readAddress({
      housenumber: 8,
      street: 'Quai',
      postalcode: '01000',
      city: 'Port',
      location: '45.1, 4.2',
    });
    expect(team).toEqual(contact);
    expect(action).toEqual(contact);
    expect(addressLine(contact)).toBe('8 Quai, 01000 Port');
  });

  it('has empty parts if the record has none, and no position without valid degrees', () => {
    const nothing = readAddress({ street: null, latitude: 'unknown', longitude: '4.2' });
    expect(addressLine(nothing)).toBe('');
    expect(nothing.position).toBeNull();
    expect(readAddress({ latitude: '0', longitude: '0' }).position).toBeNull();
    expect(readAddress({ latitude: '91', longitude: '4' }).position).toBeNull();
  });
});

describe('house numbers', () => {
  it('are sorted in walking order', () => {
    const numbers = ['10', '6 ter', 'Loge', '2', '6', '100', '6 bis', '4', '6B', '6a', '12-14'];
    expect(numbers.sort(compareHouseNumbers)).toEqual([
      '2',
      '4',
      '6',
      '6 bis',
      '6 ter',
      '6a',
      '6B',
      '10',
      '12-14',
      '100',
      'Loge',
    ]);
  });

  it('determine the side of the street', () => {
    expect(['2', '13', '6 bis', '7B', 'Loge', ''].map(sideOf)).toEqual([
      'even',
      'odd',
      'even',
      'odd',
      'unnumbered',
      'unnumbered',
    ]);
  });
});

describe('streets', () => {
  it('group their doors by side, for all spellings of the name', () => {
    const streets = groupByStreet([
      at(4),
      at(1, "Rue d'Ivry"),
      at('2'),
      at(3, 'RUE D’IVRY'),
      at('', 'rue d’Ivry'),
      at(9, 'Allée A'),
    ]);
    expect(streets.map(({ name, count }) => [name, count])).toEqual([
      ['Allée A', 1],
      ['rue d’Ivry', 5],
    ]);
    const ivry = streets[1];
    expect(ivry?.sides.even.map(({ houseNumber }) => houseNumber)).toEqual(['2', '4']);
    expect(ivry?.sides.odd.map(({ houseNumber }) => houseNumber)).toEqual(['1', '3']);
    expect(ivry?.sides.unnumbered).toHaveLength(1);
  });

  it('have the same key for retention and for grouping', () => {
    const spellings = [
      'Montée Saint-Sébastien',
      ' montee  saint sebastien',
      'MONTÉE ST., Nr 1',
      'Große Straße',
    ];
    const gathered = groupByStreet(spellings.map((street) => at(1, street)));
    expect(gathered.map(({ key }) => key)).toEqual([
      'grosse strasse|lyon',
      'montee saint sebastien|lyon',
      'montee st nr 1|lyon',
    ]);
    const ended = {
      end: '2020-01-01T00:00:00Z',
      Addresses: spellings.map((street) => ({ street, city: 'LYON' })),
    };
    expect(streetsToPrune([ended], Date.now())).toEqual(new Set(gathered.map(({ key }) => key)));
  });

  it('with the same name in two towns are two', () => {
    expect(groupByStreet([at(1, 'Rue Haute', 'Port'), at(1, 'Rue Haute', 'Mont')])).toHaveLength(2);
  });
});
