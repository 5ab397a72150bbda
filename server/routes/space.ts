import { getOwnFactor, requireSecondFactor } from '../auth/secondFactor';
import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { refuseStale } from '../http/etag';
import { ProblemError } from '../http/problems';
import { isAtLeast } from '../store/permissions';
import { getSpaceSettings, updateSpaceSettings } from '../store/spaceSettings';

/** The settings of a space: read by its members, written by its admins; codes for newcomers are enabled by its managers too. */
export function registerSpace(service: Service): void {
  serveRead(service, 'getSpace', async (tx) => ({ status: 'success', data: await getSpaceSettings(tx) }));

  serveWrite(service, 'updateSpace', async (tx, caller, { body, headers }) => {
    const { newcomer_codes: _open, ...others } = body.data;
    if (!isAtLeast(caller, Object.keys(others).length === 0 ? 'manager' : 'admin'))
      throw new ProblemError('forbidden');
    const before = await getSpaceSettings(tx, 'FOR NO KEY UPDATE');
    refuseStale(headers, { status: 'success', data: before });
    const { second_factor_required: isRequired } = body.data;
    if (isRequired !== undefined && isRequired !== before.second_factor_required) {
      await requireSecondFactor(tx, caller);
      // Who requires it of others has one.
      if (isRequired && !(await getOwnFactor(tx)).isOn) throw new ProblemError('second_factor_needed');
    }
    await updateSpaceSettings(tx, body.data);
    return { status: 'success', data: await getSpaceSettings(tx) };
  });
}
