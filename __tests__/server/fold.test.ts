import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { sortKeyOf, wordsOf } from '@/domain/fold';

import { searchQuery, searchWords, sortKey } from '../../server/store/fold';
import { type TestService, runSql, startTestService } from './harness';

const names = [
  ...['Élodie', 'ELODIE', 'Łukasz', 'Søren', 'Đorđe', 'Þóra', 'Œuvrard', 'Ægir', 'Strauß', 'Işık', 'Ħamrun'],
  ...["O'Neil", 'Jean-Pierre', '  de  la Cruz ', 'محمّد', 'فاطمة', 'علی', 'Ἀθηνᾶ', 'Йорг', 'हिन्दी'],
];

describe('a name', () => {
  let service: TestService;

  before(async () => (service = await startTestService()));
  after(() => service.close());

  it('is folded by the phone, by the service and by the database alike', async () => {
    for (const name of names) {
      const { rows } = await runSql(service.connectionString, 'SELECT doorstep_fold($1) AS folded', [name]);
      assert.equal(rows[0].folded, sortKeyOf(name), name);
      const stored = [...new Set(wordsOf(name))].map((word) => `'1/${word}':1A`).join(' ');
      assert.equal(searchWords(1, { firstname: '', surname: name }), stored, name);
      const words = wordsOf(name).map((word) => `'1/${word}':*`);
      assert.equal(searchQuery(1, name), words.join(' & '), name);
    }
    assert.equal(sortKey({ surname: 'Łódź', firstname: 'Ørsted' }), 'lodz\u0001orsted');
  });
});
