import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type Endpoint, endpoints } from '@/contract/endpoints';

import { type TestService, startTestService } from './harness';

let service: TestService;
let origin: string;

before(async () => {
  service = await startTestService();
  origin = await service.listen();
});
after(() => service.close());

async function get(address: string) {
  const response = await fetch(`${origin}${address}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

type Operation = {
  operationId: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, { headers?: object }>;
};
type Document = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: object }> };
};

describe('the description of the interface', () => {
  const load = async () => {
    const response = await get('/api/openapi.json');
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    return JSON.parse(response.text) as Document;
  };

  /** Every value in a document under a key. */
  function valuesOf(value: unknown, key: string): unknown[] {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, item]) => [
      ...(name === key ? [item] : []),
      ...valuesOf(item, key),
    ]);
  }

  it('is OpenAPI 3.1, has every endpoint of the contract, and resolves all references', async () => {
    const document = await load();
    assert.equal(document.openapi, '3.1.0');
    for (const [name, { method, path: address }] of Object.entries<Endpoint>(endpoints)) {
      const item = document.paths[address.replace(/:(\w+)/g, '{$1}')];
      assert.equal(item?.[method.toLowerCase()]?.operationId, name);
    }
    const references = valuesOf(document, '$ref').map(String);
    assert.ok(references.length > 100);
    for (const reference of new Set(references)) {
      const found = reference
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      assert.ok(found, `${reference} leads nowhere`);
    }
    const names = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((each) => each.operationId)
    );
    assert.equal(new Set(names).size, names.length);
  });

  it('declares each path parameter, and contains no keywords of zod', async () => {
    const document = await load();
    for (const [address, item] of Object.entries(document.paths)) {
      for (const { parameters = [] } of Object.values(item)) {
        const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
        assert.deepEqual(
          declared,
          [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
          address
        );
      }
    }
    assert.deepEqual(valuesOf(document, '$schema'), []);
    assert.deepEqual(valuesOf(document, '$defs'), []);
    assert.ok('id' in (document.components.schemas.Team?.properties ?? {}), 'a field may be called id');
  });

  it('describes the headers of a write, in the document and on the page', async () => {
    const document = await load();
    const post = document.paths['/v1/transaction_bundles']?.post;
    const sent = post?.parameters?.map(({ name }) => name) ?? [];
    const received = Object.keys(post?.responses['200']?.headers ?? {});
    for (const name of ['Idempotency-Key', 'Doorstep-Replaces']) assert.ok(sent.includes(name), name);
    for (const name of ['Idempotency-Key', 'Doorstep-Position']) assert.ok(received.includes(name), name);
    const page = (await get('/api/docs')).text;
    for (const name of ['Doorstep-Replaces', 'Doorstep-Position', 'replaced_stored'])
      assert.ok(page.includes(name), name);
  });

  it('contains paths that the service serves', async () => {
    const document = await load();
    for (const [address, item] of Object.entries(document.paths)) {
      for (const method of Object.keys(item)) {
        const url = `/api${address.replace(/\{\w+\}/g, '1')}`;
        const response = await service.app.inject({ method: method.toUpperCase() as 'GET', url });
        assert.ok(
          // A public endpoint refuses a request without its query.
          [200, 401, 422].includes(response.statusCode),
          `${method} ${url} returned ${response.statusCode}`
        );
      }
    }
  });

  it('is a page without scripts or foreign resources', async () => {
    const response = await get('/api/docs');
    assert.equal(response.status, 200);
    const page = response.text;
    for (const { path: address } of Object.values<Endpoint>(endpoints)) {
      assert.ok(page.includes(`/api${address.replace(/:(\w+)/g, '{$1}')}`), address);
    }
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.doesNotMatch(page, /<script|<style|https?:\/\//);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), `#${target}`);
    const style = await get('/api/pages.css');
    assert.match(style.headers.get('content-type') ?? '', /^text\/css/);
  });
});
