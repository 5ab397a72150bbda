import { type Service, serveWrite } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { getRepeatedCashRecord, insertCashRecord, readCodeSigner } from '../store/cashRecords';
import { violatedConstraint, violatedUnique } from '../store/postgresErrors';

export function registerCashRecords(service: Service): void {
  serveWrite(
    service,
    'createCashRecord',
    async (tx, caller, { body, hash }) => {
      const content = body.data.cash_record;
      const signer = readCodeSigner(content, caller);
      if (signer === 'wrong')
        throw new ProblemError('invalid', {
          errors: [
            {
              location: `body/data/cash_record/${content.kind === 'reply' ? 'offer' : 'answer'}`,
              message: 'the code is altered, or it belongs to another hand-over',
            },
          ],
        });
      const stored = await insertCashRecord(tx, caller, content, { requestHash: hash, signer });
      return { status: 'success', data: { cash_record: stored } };
    },
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
