import { readFileSync } from 'node:fs';
import path from 'node:path';

import { type Endpoint, type ResponseOf, endpoints } from '@/contract/endpoints';
import { EXTENSIONS } from '@/contract/extensions';

import type { Service } from '../http/endpoint';
import { ProblemError } from '../http/problems';

const manifest = path.join(__dirname, '..', '..', 'package.json');
/** The version of this service. */
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** Liveness and readiness, without a token. */
export function registerHealth({ app, config, database, callers }: Service): void {
  const extensions = config.extensions ? [...EXTENSIONS] : [];
  const health: ResponseOf<'getHealth'> = {
    status: 'success',
    data: { name: 'doorstep', version, extensions },
  };
  const ready: ResponseOf<'getReady'> = { status: 'success', data: { ready: true } };

  app.get(endpoints.getHealth.path, documented(endpoints.getHealth), async (_request, reply) =>
    reply.header('doorstep-extensions', extensions.join(', ')).send(health)
  );
  app.get(endpoints.getReady.path, documented(endpoints.getReady), async () => {
    // Whatever the reason: a request would fail as well.
    const isReady =
      !callers.isDiskFull &&
      (await database.ping().then(
        () => true,
        () => false
      ));
    if (!isReady) throw new ProblemError('unavailable', {}, { 'retry-after': '5' });
    return ready;
  });
}

function documented({ response }: Endpoint) {
  return { schema: { response: { 200: response } } };
}
