import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';

import { SettingError, readConfig } from '../../server/config';

const read = (environment: Record<string, string>) => readConfig(environment, { demo: false });

describe('the settings', () => {
  it('are all optional', () => {
    assert.deepEqual(readConfig({}, { demo: true }), {
      port: 8080,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      readDatabaseUrl: undefined,
      databaseConnections: 20,
      preparedStatements: true,
      demo: true,
      demoContacts: 500,
      rateLimit: { capacity: 100, refillPerSecond: 10 },
      extensions: true,
      smtpUrl: undefined,
      publicUrl: undefined,
      identityProvider: undefined,
      trustedProxies: ['loopback'],
      nativeApps: { ios: [], android: [] },
    });
    assert.equal(read({}).demo, false);
    assert.equal(read({ PORT: '' }).port, 8080);
  });

  it('are read from the environment', () => {
    const config = read({
      PORT: '0',
      HOST: '::1',
      DATABASE_URL: 'postgres://a:b@c/d',
      DEMO: '1',
      DEMO_CONTACTS: '100000',
      RATE_LIMIT: '5:2',
      DATABASE_CONNECTIONS: '8',
      EXTENSIONS: 'off',
      PUBLIC_URL: 'https://doorstep.example.org/',
    });
    assert.deepEqual([config.port, config.host, config.demo, config.demoContacts], [0, '::1', true, 100000]);
    assert.deepEqual(config.rateLimit, { capacity: 5, refillPerSecond: 2 });
    assert.equal(config.extensions, false);
    assert.equal(config.databaseConnections, 8);
    assert.equal(config.preparedStatements, false);
    assert.equal(
      read({ DATABASE_URL: 'postgres://a:b@c/d', PREPARED_STATEMENTS: 'on' }).preparedStatements,
      true
    );
    assert.equal(config.publicUrl, 'https://doorstep.example.org');
    assert.equal(read({ RATE_LIMIT: 'off' }).rateLimit, null);
    const proxies = read({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::1' }).trustedProxies;
    assert.deepEqual(proxies, ['loopback', '10.0.0.0/8', '2001:db8::1']);
    const issuer = 'https://login.example.org';
    const provider = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x' };
    assert.deepEqual(read({ ...provider, OIDC_DOMAINS: 'Example.org, example.net' }).identityProvider, {
      issuer,
      clientId: 'x',
      clientSecret: undefined,
      name: 'login.example.org',
      domains: ['example.org', 'example.net'],
    });
    assert.throws(() => read(provider), /OIDC_DOMAINS is missing/);
    assert.throws(() => read({ OIDC_ISSUER: issuer }), /OIDC_CLIENT_ID is missing/);
  });

  it('that are invalid give one sentence with the variable, the value and what is allowed', () => {
    const wrong: [string, string][] = [
      ['PORT', '80a'],
      ['PORT', '65536'],
      ['PORT', '-1'],
      ['HOST', 'a b'],
      ['DEMO', 'yes'],
      ['DEMO_CONTACTS', '1.5'],
      ['DEMO_CONTACTS', '1000001'],
      ['RATE_LIMIT', '100'],
      ['RATE_LIMIT', '0:5'],
      ['RATE_LIMIT', 'on'],
      ['DATABASE_CONNECTIONS', '0'],
      ['EXTENSIONS', 'true'],
      ['PUBLIC_URL', 'doorstep.example.org'],
      ['PUBLIC_URL', 'ftp://x'],
      ['OIDC_ISSUER', 'http://login.example.org'],
      ['OIDC_ISSUER', 'login'],
      ['TRUSTED_PROXIES', 'everybody'],
      ['TRUSTED_PROXIES', '10.0.0.0/33'],
      ['IOS_APP', 'org.example.doorstep'],
      ['ANDROID_APP', 'org.example.doorstep'],
      ['ANDROID_APP', 'org.example.doorstep=AB:CD'],
    ];
    for (const [name, value] of wrong) {
      assert.throws(
        () => read({ [name]: value }),
        (error: Error) =>
          error instanceof SettingError &&
          error.message.startsWith(`${name} is "${value}": it must be `) &&
          /^[^\n]+\.$/.test(error.message),
        `${name}=${value}`
      );
    }
  });

  it('that may contain a password are never printed', () => {
    for (const name of ['DATABASE_URL', 'SMTP_URL']) {
      assert.throws(
        () => read({ [name]: 'http://me:secret@host' }),
        (error: Error) =>
          error.message.startsWith(`${name} cannot be used: it must be `) && !error.message.includes('secret')
      );
    }
  });
});
