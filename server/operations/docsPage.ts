import { type Html, html, renderPage } from '../html/html';
import type { OpenApi, Operation, Parameter, ResponseHeaders } from './openapi';

type JsonSchema = Parameter['schema'];

const METHODS = ['get', 'post', 'patch', 'delete'] as const;

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);
const schemaId = (name: string) => `schema-${name}`;

const asSchema = (schema: JsonSchema | boolean | undefined): JsonSchema =>
  typeof schema === 'object' ? schema : {};

/** Describes the type of a value, with links to the resources it contains. */
function typeOf(given: JsonSchema | boolean | undefined): Html {
  const schema = asSchema(given);
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return html`<a href="#${schemaId(name)}">${name}</a>`;
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    return html`${options.map((option, index) => html`${index > 0 && ' or '}${typeOf(option)}`)}`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return html`one of <code>${schema.enum.map((value) => JSON.stringify(value)).join(', ')}</code>`;
  if (schema.type === 'array') {
    const items = Array.isArray(schema.items) ? undefined : schema.items;
    return html`list of ${typeOf(items)}`;
  }
  if (schema.type === 'object') return html`object`;
  if (schema.format === 'date-time') return html`timestamp`;
  return html`${schema.format ?? [schema.type ?? 'anything'].flat().join(' or ')}`;
}

/** The limits and the default of a value. */
function boundsOf(given: JsonSchema | boolean | undefined): string {
  const { minimum, maximum, maxLength, default: usual } = asSchema(given);
  return [
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `from ${minimum}` : '',
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `to ${maximum}` : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    usual === undefined ? '' : `default ${JSON.stringify(usual)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

type Row = { name: string; type: Html; note: string };

function table(caption: string, rows: readonly Row[]): Html {
  if (rows.length === 0) return html``;
  return html`<div class="scroll">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Notes</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, type, note }) =>
            html`<tr>
              <td><code>${name}</code></td>
              <td>${type}</td>
              <td>${note}</td>
            </tr>`
        )}
      </tbody>
    </table>
  </div>`;
}

const MAX_DEPTH = 4;

/** The fields of an object and of the objects inside it. Named resources are not expanded. */
function fieldRows(given: JsonSchema | boolean | undefined, prefix = '', depth = 0): Row[] {
  const schema = asSchema(given);
  if (schema.type === 'array' && !Array.isArray(schema.items))
    return fieldRows(schema.items, `${prefix}[]`, depth);
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const isRequired = schema.required?.includes(key) ?? false;
    const note = [isRequired ? 'required' : '', boundsOf(property)].filter(Boolean).join(', ');
    const inside = depth < MAX_DEPTH ? fieldRows(property, name, depth + 1) : [];
    return [{ name, type: typeOf(property), note }, ...inside];
  });
}

function bodyTable(caption: string, schema: JsonSchema | undefined): Html {
  if (!schema) return html``;
  const rows = fieldRows(schema);
  return rows.length > 0 ? table(caption, rows) : html`<p><strong>${caption}:</strong> ${typeOf(schema)}</p>`;
}

function parameterRows(parameters: readonly Parameter[] = []): Row[] {
  return parameters.map(({ name, in: where, required, description, schema }) => ({
    name,
    type: typeOf(schema),
    note: [
      [`in the ${where}`, required ? 'required' : '', boundsOf(schema)].filter(Boolean).join(', '),
      description ?? '',
    ]
      .filter(Boolean)
      .join('. '),
  }));
}

function headerRows(headers: ResponseHeaders = {}): Row[] {
  return Object.entries(headers).map(([name, { description, schema }]) => ({
    name,
    type: typeOf(schema),
    note: description,
  }));
}

function operationBlock(
  base: string,
  path: string,
  method: string,
  operation: Operation,
  document: OpenApi
): Html {
  const { operationId, summary, description, parameters, requestBody, responses, security } = operation;
  const extension = operation['x-extension'];
  const success = responses['200'];
  const failures = Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, response]) => {
      const text =
        '$ref' in response ? document.components.responses[nameOf(response.$ref)]?.description : '';
      return { name: status, type: html`<a href="#${schemaId('Problem')}">Problem</a>`, note: text ?? '' };
    });
  return html`<details id="${operationId}">
    <summary>
      <span class="method">${method.toUpperCase()}</span><span class="path">${base}${path}</span
      ><span class="quiet">${summary}</span>
    </summary>
    ${description && html`<p>${description.replaceAll('`', '')}</p>`}
    ${extension && html`<p class="quiet small">An extension of this service, announced as ${extension}.</p>`}
    ${security?.length === 0 && html`<p class="quiet small">Needs no token.</p>`}
    ${table('Parameters', parameterRows(parameters))}
    ${bodyTable('Body', requestBody?.content['application/json']?.schema)}
    ${success && 'content' in success && bodyTable('Response', success.content['application/json']?.schema)}
    ${success && 'headers' in success && table('Response headers', headerRows(success.headers))}
    ${table('Errors', failures)}
  </details>`;
}

function operationsOf(document: OpenApi, tag: string) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation?.tags.includes(tag) ? [{ path, method, operation }] : [];
    })
  );
}

/** Renders the OpenAPI document as a page without scripts or foreign resources. */
export function renderDocs(document: OpenApi): string {
  const base = document.servers[0]?.url ?? '';
  const tags = document.tags.filter(({ name }) => operationsOf(document, name).length > 0);
  const anchor = (name: string) => name.toLowerCase().replaceAll(' ', '-');
  const body = html`<h1>${document.info.title}</h1>
    <p>${document.info.description}</p>
    <p>
      Send <code>Authorization: Bearer …</code> with every request that needs a token. People get one by
      signing in (authorization code with PKCE at <code>${base}/oidc/auth</code> and
      <code>${base}/oidc/token</code>, client <code>doorstep</code>), scripts by
      <code>npm run service:token</code>. Tools read
      <a href="${base}/openapi.json">the same description as OpenAPI 3.1</a>.
    </p>
    <nav aria-label="Contents">
      <ul>
        ${tags.map(({ name }) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}
        <li><a href="#resources">Resources</a></li>
      </ul>
    </nav>
    ${tags.map(
      ({ name }) =>
        html`<h2 id="${anchor(name)}">${name}</h2>
          ${operationsOf(document, name).map(({ path, method, operation }) =>
            operationBlock(base, path, method, operation, document)
          )}`
    )}
    <h2 id="resources">Resources</h2>
    ${Object.entries(document.components.schemas).map(
      ([name, schema]) =>
        html`<h3 id="${schemaId(name)}">${name}</h3>
          ${table('Fields', fieldRows(schema))}`
    )}`;
  return renderPage({ lang: 'en', dir: 'ltr', title: document.info.title, body, wide: true });
}
