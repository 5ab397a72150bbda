import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

import { checkAddress, checkLifetime } from '../../server/doctor/networkChecks';

const run = promisify(execFile);

async function listen(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as net.AddressInfo).port;
}

const texts = async (config: Parameters<typeof checkAddress>[0]) =>
  (await checkAddress(config)).map(({ text }) => text).join('\n');

describe('the public address, examined by the doctor,', () => {
  it('is a problem when a proxy answers for the service, or its clock differs', async () => {
    let status = 502;
    const proxy = http.createServer((_request, response) => {
      response.writeHead(status, { date: new Date(Date.now() - 600_000).toUTCString() }).end();
    });
    const publicUrl = `http://127.0.0.1:${await listen(proxy)}`;
    try {
      assert.match(await texts({ publicUrl }), /responds with 502: check the proxy/);
      status = 200;
      assert.match(await texts({ publicUrl }), /differs from the clock of .* by (599|600|601) s/);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it('is a problem when its certificate expires soon, measured by its lifetime', () => {
    const day = 86_400_000;
    const texts = (days: number, left: number) =>
      checkLifetime({ from: 0, to: days * day }, (days - left) * day).map(({ text }) => text);
    assert.match(texts(90, 13)[0] ?? '', /expires in 13 days: renew it/);
    assert.deepEqual(texts(90, 15), []);
    assert.match(texts(6, 0.9)[0] ?? '', /expires in 0 days: renew it/);
    assert.deepEqual(texts(6, 2), []);
  });

  it('is a problem when its certificate is not trusted', async () => {
    const place = await mkdtemp(path.join(os.tmpdir(), 'doorstep-doctor-'));
    const [key, cert] = [path.join(place, 'key.pem'), path.join(place, 'cert.pem')];
    const name = [
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-days',
      '4',
      '-nodes',
    ];
    await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...name]);
    const server = https.createServer(
      { key: await readFile(key), cert: await readFile(cert) },
      (_, response) => response.end()
    );
    const publicUrl = `https://localhost:${await listen(server)}`;
    try {
      assert.match(await texts({ publicUrl }), /The certificate of .* is not trusted/);
      // Node.js reads the authorities that it trusts when it starts.
      const environment = {
        ...process.env,
        NODE_EXTRA_CA_CERTS: cert,
        PUBLIC_URL: publicUrl,
        DATA_DIR: place,
      };
      const args = [...process.execArgv, path.join(__dirname, '../../server/cli/doctor.ts')];
      // It ends with an error where it finds another problem, such as no database.
      const { stdout, stderr } = await run(process.execPath, args, { env: environment }).catch(
        (failure: { stdout: string; stderr: string }) => failure
      );
      assert.match(stdout + stderr, /ok +address: .* reaches the service/);
      assert.doesNotMatch(stdout + stderr, /expires/);
    } finally {
      server.closeAllConnections();
      server.close();
      await rm(place, { recursive: true, force: true });
    }
  });
});
