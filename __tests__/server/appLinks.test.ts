import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { readConfig } from '../../server/config';
import { type TestService, startTestService } from './harness';

const fingerprint = (byte: string) => Array.from({ length: 32 }, () => byte).join(':');

describe('the app link files', () => {
  let service: TestService;
  const { nativeApps } = readConfig(
    {
      IOS_APP: 'A1B2C3D4E5.org.example.doorstep',
      ANDROID_APP: `org.example.doorstep=${fingerprint('AB')},${fingerprint('0F')}`,
    },
    { demo: false }
  );
  before(async () => {
    service = await startTestService({ nativeApps });
  });
  after(() => service.close());
  const fetchFile = (name: string) => service.app.inject({ method: 'GET', url: `/.well-known/${name}` });

  it('contain the iOS app and the pages it opens, as JSON and without a redirect', async () => {
    const response = await fetchFile('apple-app-site-association');
    assert.equal(response.statusCode, 200);
    assert.match(String(response.headers['content-type']), /^application\/json\b/);
    assert.deepEqual(response.json(), {
      applinks: {
        details: [
          {
            appIDs: ['A1B2C3D4E5.org.example.doorstep'],
            components: [{ '/': '/join' }, { '/': '/signed-in' }, { '/': '/check-in' }],
          },
        ],
      },
    });
  });

  it('contain the Android app and every certificate that signs it', async () => {
    const [statement, ...others] = (await fetchFile('assetlinks.json')).json();
    assert.deepEqual(others, []);
    assert.deepEqual(statement.relation, ['delegate_permission/common.handle_all_urls']);
    assert.deepEqual(statement.target, {
      namespace: 'android_app',
      package_name: 'org.example.doorstep',
      sha256_cert_fingerprints: [fingerprint('AB'), fingerprint('0F')],
    });
  });
});
