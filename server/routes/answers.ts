import type { AnswersCreate } from '@/contract/answers';

import { type Service, serveWrite } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { getRepeatedAnswers, insertAnswers, listMissingOfAnswers, listWrongAnswers } from '../store/answers';
import type { Tx } from '../store/database';
import { violatedUnique } from '../store/postgresErrors';

const MISSING = 'does not exist in this space';

export function registerAnswers(service: Service): void {
  serveWrite(
    service,
    'createAnswers',
    async (tx, caller, { body, hash }) => {
      const wrong = await listWrongAnswers(tx, body.data);
      if (wrong.length > 0)
        throw new ProblemError('invalid', {
          errors: wrong.map(({ place, field }) => ({
            location: `body/data/answers/${place}/${field}`,
            message: MISSING,
          })),
        });
      await refuseMissing(tx, body.data);
      return { status: 'success', data: await insertAnswers(tx, caller, body.data, hash) };
    },
    async (tx, { body, hash }, error) => {
      if (violatedUnique(error) === 'answers_unique_uuid') {
        const first = await getRepeatedAnswers(tx, body.data.uuid, hash);
        if (!first) throw new ProblemError('key_reused', { detail: 'The uuid belongs to other answers.' });
        return { status: 'success', data: first };
      }
      await refuseMissing(tx, body.data);
      throw new ProblemError('conflict');
    }
  );
}

async function refuseMissing(tx: Tx, given: AnswersCreate): Promise<void> {
  const errors = (await listMissingOfAnswers(tx, given)).map((field) => ({
    location: `body/data/${field}`,
    message: MISSING,
  }));
  if (errors.length > 0) throw new ProblemError('invalid', { errors });
}
