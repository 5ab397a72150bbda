import { type Service, serveWrite } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { violatedUnique } from '../store/postgresErrors';
import { getRepeatedVisit, insertVisit, listMissingOfVisit } from '../store/visits';

export function registerVisits(service: Service): void {
  serveWrite(
    service,
    'createVisit',
    async (tx, caller, { body, hash }) => ({
      status: 'success',
      data: await insertVisit(tx, caller, body.data, hash),
    }),
    async (tx, { body, hash }, error) => {
      if (violatedUnique(error) === 'visits_unique_uuid') {
        const first = await getRepeatedVisit(tx, body.data.uuid, hash);
        if (!first) throw new ProblemError('key_reused', { detail: 'The uuid belongs to another visit.' });
        return { status: 'success', data: first };
      }
      const missing = await listMissingOfVisit(tx, body.data);
      const errors = missing.map((field) => ({
        location: `body/data/${field}`,
        message: 'does not exist in this space',
      }));
      throw errors.length > 0 ? new ProblemError('invalid', { errors }) : new ProblemError('conflict');
    }
  );
}
