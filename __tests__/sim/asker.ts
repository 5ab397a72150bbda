import { answersRow } from '@/features/shared/answersRow';
import { saveRows } from '@/features/shared/forms/saveRow';

import type { Random } from './random';
import type { World } from './world';

/** Asks a contact a question and saves the answer. */
export async function askContact({ phone, oracle, space, clock }: World, random: Random): Promise<void> {
  const runtime = phone.runtime();
  if (!runtime) return;
  const uuid = random.uuid();
  const owner = phone.userId;
  oracle.intend(uuid, () => oracle.answers.save(uuid, owner));
  const row = answersRow(
    {
      uuid,
      contact_id: random.pick(space.contactIds),
      action_id: space.actionId,
      answered_at: new Date(clock.now()).toISOString(),
      answers: [{ form_id: space.formId, data: `answer ${uuid}` }],
    },
    'Sample'
  );
  if ((await saveRows(runtime, [row])) !== 'saved') return;
  oracle.adopt(uuid);
  phone.requestRound('write');
}
