/** The configuration of each program, as docs/deploy.md describes a cluster. */
import type { Programs } from './packages';

export type NodePorts = {
  postgres: number;
  /** Where the other node reaches it: a relay. */
  replication: number;
  patroni: number;
};

export type Ports = {
  etcd: number;
  etcdPeer: number;
  nodes: readonly [NodePorts, NodePorts];
  /** One on the machine of each service. */
  poolers: readonly [number, number];
  /** HAProxy in front of the primary, and in front of the services. */
  database: number;
  proxy: number;
  services: readonly [number, number];
};

const host = '127.0.0.1';

export function etcdArguments({ etcd, etcdPeer }: Ports, folder: string): string[] {
  const [client, peer] = [`http://${host}:${etcd}`, `http://${host}:${etcdPeer}`];
  return [
    ...['--name', 'etcd', '--data-dir', folder],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `etcd=${peer}`],
  ];
}

export type NodeSettings = {
  name: string;
  /** The folder of the node; its data is in a subfolder. */
  folder: string;
  ports: NodePorts;
  etcd: number;
  password: string;
  programs: Programs;
  /** The settings of pgBackRest for this node. */
  backupFile: string;
  isSynchronous: boolean;
};

/** Patroni reads YAML, and JSON is YAML. */
export function patroniSettings({
  name,
  folder,
  ports,
  etcd,
  password,
  programs,
  backupFile,
  isSynchronous,
}: NodeSettings): string {
  const user = (username: string) => ({ username, password });
  return JSON.stringify({
    scope: 'doorstep',
    name,
    restapi: { listen: `${host}:${ports.patroni}`, connect_address: `${host}:${ports.patroni}` },
    etcd3: { hosts: `${host}:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        // A primary whose PostgreSQL does not start within this time is replaced: its disk may be full.
        primary_start_timeout: 10,
        synchronous_mode: isSynchronous,
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          remove_data_directory_on_rewind_failure: true,
          remove_data_directory_on_diverged_timelines: true,
          parameters: {
            max_connections: 60,
            shared_buffers: '64MB',
            max_wal_size: '128MB',
            wal_keep_size: '64MB',
            max_slot_wal_keep_size: '192MB',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
            wal_retrieve_retry_interval: '1s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${host}:${ports.postgres}`,
      connect_address: `${host}:${ports.replication}`,
      data_dir: `${folder}/data`,
      bin_dir: programs.postgres,
      pgpass: `${folder}/pgpass`,
      pg_hba: [`host all all ${host}/32 scram-sha-256`, `host replication all ${host}/32 scram-sha-256`],
      parameters: {
        unix_socket_directories: '',
        archive_mode: 'on',
        archive_command: `${programs.pgbackrest} --config=${backupFile} --stanza=doorstep archive-push %p`,
      },
      authentication: {
        superuser: user('postgres'),
        replication: user('replicator'),
        rewind: user('rewinder'),
      },
    },
  });
}

/** Both nodes write to one repository. `data` is the folder of this node. */
export function backupSettings(folder: string, data: string, port: number): string {
  return `[global]
repo1-path=${folder}/repository
repo1-retention-full=2
log-path=${folder}/log
lock-path=${folder}/lock
spool-path=${folder}/spool
start-fast=y

[doorstep]
pg1-path=${data}
pg1-port=${port}
pg1-user=postgres
`;
}

export function poolerSettings(port: number, { database }: Ports, users: string): string {
  return `[databases]
* = host=${host} port=${database}

[pgbouncer]
listen_addr = ${host}
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_client_conn = 200
default_pool_size = 20
query_wait_timeout = 10
server_connect_timeout = 5
server_login_retry = 1
tcp_keepidle = 10
tcp_keepintvl = 5
tcp_user_timeout = 15000
`;
}

export function proxySettings({ nodes, database, proxy, services }: Ports): string {
  const node = ({ postgres, patroni }: NodePorts, index: number) =>
    `  server node${index} ${host}:${postgres} check port ${patroni}`;
  const service = (port: number, index: number) => `  server service${index} ${host}:${port} check`;
  return `global
  maxconn 500

defaults
  timeout connect 3s
  timeout client 60s
  timeout server 60s
  default-server inter 1s fastinter 300ms downinter 500ms fall 2 rise 1

# Patroni responds with 200 on the primary only.
listen database
  mode tcp
  bind ${host}:${database}
  timeout client 1h
  timeout server 1h
  option httpchk GET /primary
  http-check expect status 200
  default-server on-marked-down shutdown-sessions
${nodes.map(node).join('\n')}

# A request is passed on a second time only if no connection was made.
listen services
  mode http
  bind ${host}:${proxy}
  option httpchk GET /api/ready
  http-check expect status 200
  option redispatch
  retries 2
  retry-on conn-failure
${services.map(service).join('\n')}
`;
}
