import { hasChoices, hasWording } from '@/contract/form';
import type { ResponseOf } from '@/contract/endpoints';

import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { refuseStale } from '../http/etag';
import { ProblemError, invalid } from '../http/problems';
import { requireManager } from '../http/rights';
import type { Tx } from '../store/database';
import { insertForm, listFormsByIds, lockForm, updateForm } from '../store/forms';

/** Questions: readable by all people of a space, written by managers. */
export function registerForms(service: Service): void {
  serveRead(service, 'getForm', (tx, _caller, { params }) => formResponse(tx, params.id));

  serveWrite(service, 'createForm', async (tx, caller, { body }) => {
    requireManager(caller);
    return formResponse(tx, await insertForm(tx, caller, body.data));
  });

  serveWrite(service, 'updateForm', async (tx, caller, { params, body, headers }) => {
    requireManager(caller);
    await lockForm(tx, params.id);
    const before = await formResponse(tx, params.id);
    refuseStale(headers, before);
    const { type } = before.data;
    if (body.data.wording !== undefined && !hasWording(type))
      throw invalid('body/data/wording', 'only a consent has a wording');
    if (body.data.refvalues !== undefined && !hasChoices(type))
      throw invalid('body/data/refvalues', 'only a choice has values to choose from');
    await updateForm(tx, caller, params.id, body.data);
    return formResponse(tx, params.id);
  });
}

async function formResponse(tx: Tx, id: number): Promise<ResponseOf<'getForm'>> {
  const [form] = await listFormsByIds(tx, [id]);
  if (!form) throw new ProblemError('not_found');
  return { status: 'success', data: form };
}
