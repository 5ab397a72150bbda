import { createServer, type IncomingMessage, type Server } from 'node:http';

import { requirePeer } from './install';

/** What is used of PostGraphile: its types are installed together with it, not with the project. */
type Postgraphile = {
  postgraphile: (preset: object) => {
    createServ: (grafserv: unknown) => { addTo: (server: Server) => Promise<void> };
  };
};
type Claims = { user_id: string; group_id: string; role_type: string };
type Tokens = {
  sign: (claims: Claims, secret: string) => string;
  verify: (token: string, secret: string, options: { algorithms: string[] }) => Claims;
};

const secret = 'bench';

/** The only function of Node 22 that PostGraphile 5 uses; all sides run in the same version of Node. */
function addWithResolvers(): void {
  if ('withResolvers' in Promise) return;
  const withResolvers = () => {
    const parts: Record<string, unknown> = {};
    parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
    return parts;
  };
  Object.assign(Promise, { withResolvers });
}

/** A token as PostGraphile is used: it names person, space and role, and no request looks it up. */
export const signToken = (claims: Claims): string =>
  (requirePeer('jsonwebtoken') as Tokens).sign(claims, secret);

/** PostGraphile on the tables of the service, as the role of its requests: the same row-level security. It writes no log. */
export async function startPostGraphile(connectionString: string): Promise<number> {
  addWithResolvers();
  // It prints each type of a column that it cannot show; no query reads one of them.
  console.warn = () => undefined;
  const { postgraphile } = requirePeer('postgraphile') as Postgraphile;
  const { PostGraphileAmberPreset } = requirePeer('postgraphile/presets/amber') as Record<string, unknown>;
  const { makePgService } = requirePeer('postgraphile/adaptors/pg') as Record<
    'makePgService',
    (options: object) => unknown
  >;
  const { grafserv } = requirePeer('postgraphile/grafserv/node') as Record<string, unknown>;
  const { verify } = requirePeer('jsonwebtoken') as Tokens;

  const settingsOf = ({ headers }: IncomingMessage) => {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    const claims = verify(token, secret, { algorithms: ['HS256'] });
    return {
      role: 'doorstep_app',
      'doorstep.user_id': claims.user_id,
      'doorstep.group_id': claims.group_id,
      'doorstep.role_type': claims.role_type,
    };
  };
  const served = postgraphile({
    extends: [PostGraphileAmberPreset],
    pgServices: [makePgService({ connectionString, schemas: ['public'], poolConfig: { max: 20 } })],
    grafserv: { graphiql: false },
    grafast: {
      context: ({ node }: { node: { req: IncomingMessage } }) => ({ pgSettings: settingsOf(node.req) }),
    },
  });
  const server = createServer();
  await served.createServ(grafserv).addTo(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}
