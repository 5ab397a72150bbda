import { type Service, serveWrite } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { getRepeatedCashRecord, insertCashRecord } from '../store/cashRecords';
import { violatedConstraint, violatedUnique } from '../store/postgresErrors';

export function registerCashRecords(service: Service): void {
  serveWrite(
    service,
    'createCashRecord',
    async (tx, caller, { body, hash }) => ({
      status: 'success',
      data: { cash_record: await insertCashRecord(tx, caller, body.data.cash_record, hash) },
    }),
    async (tx, { body, hash }, error) => {
      if (violatedConstraint(error) === 'cash_records_known_receiver')
        throw new ProblemError('invalid', {
          errors: [
            { location: 'body/data/cash_record/to/user_id', message: 'no user of this space has this id' },
          ],
        });
      if (violatedUnique(error) !== 'cash_records_unique_key') throw new ProblemError('conflict');
      const first = await getRepeatedCashRecord(tx, body.data.cash_record.key, hash);
      if (!first) throw new ProblemError('key_reused', { detail: 'The key belongs to another cash record.' });
      return { status: 'success', data: { cash_record: first } };
    }
  );
}
