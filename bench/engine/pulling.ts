import pg from 'pg';

import { countContacts } from '@/db/contacts';
import { pull } from '@/sync/pull';

import { milliseconds, percentile, timed, type Measure } from '../measure';
import { fillDatabase, type Filled } from '../service/filled';
import { startProcess, stopProcess, type Running } from '../service/processes';
import { openPhone, type Phone } from './phone';

const sizes = [1_000, 50_000] as const;
const changedPerPull = 10;
const rounds = 30;
const goals = { nothing: 1.2, some: 1.5 };

type Side = { filled: Filled; service: Running; phone: Phone; database: pg.Client; first: number };

async function pullOnce({ context, capabilities, signal }: Phone): Promise<void> {
  const result = await pull(context, capabilities, signal);
  if (result.kind !== 'done' || result.problem !== null) throw new Error('A pull did not come to its end.');
}

/** A service with so many contacts, and a phone that has downloaded them all. */
async function openSide(contacts: number): Promise<Side> {
  const filled = await fillDatabase({ contacts, bundles: 0 });
  const service = await startProcess('ours', filled);
  const phone = await openPhone(filled, service.port);
  const first = await timed(() => pullOnce(phone));
  const stored = await countContacts(phone.context.store, phone.context.scope);
  if (stored !== contacts) throw new Error(`${stored} of ${contacts} contacts were pulled.`);
  const database = new pg.Client({ connectionString: filled.connectionString });
  await database.connect();
  return { filled, service, phone, database, first };
}

async function closeSide({ filled, service, phone, database }: Side): Promise<void> {
  await phone.remove();
  await database.end();
  await stopProcess(service);
  await filled.drop();
}

async function changeSome({ filled, database }: Side, round: number): Promise<void> {
  const ids = filled.contactIds.slice(round * changedPerPull, (round + 1) * changedPerPull);
  await database.query(
    "UPDATE contacts SET firstname = firstname || ' ' || $3::int WHERE group_id = $1 AND id = ANY($2)",
    [filled.groupId, ids, round]
  );
}

/** A pull without changes, and with ten changed contacts: with the feed the cost follows the change. */
export async function measurePulling(): Promise<Measure[]> {
  const small = await openSide(sizes[0]);
  const large = await openSide(sizes[1]);
  const times = new Map(
    [small, large].map((side) => [side, { nothing: [] as number[], some: [] as number[] }])
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, { nothing, some }] of times) {
      nothing.push(await timed(() => pullOnce(side.phone)));
      await changeSome(side, round);
      some.push(await timed(() => pullOnce(side.phone)));
    }
  }
  const row = (work: string, which: keyof typeof goals): Measure => {
    const middle = (side: Side) => percentile(times.get(side)?.[which] ?? [], 0.5);
    const ratio = middle(large) / middle(small);
    return {
      work: `${work} of ${sizes[1]}`,
      ours: milliseconds(middle(large)),
      against: `of ${sizes[0]}: ${milliseconds(middle(small))}`,
      ratio,
      goal: `≤ ${goals[which]}`,
      isMet: ratio <= goals[which],
    };
  };
  const perContact = (side: Side, count: number) => side.first / count;
  const measures = [
    row('a pull when nothing changed', 'nothing'),
    row(`a pull when ${changedPerPull} changed`, 'some'),
    {
      work: `the first pull of ${sizes[1]}, each contact`,
      ours: milliseconds(perContact(large, sizes[1])),
      against: `of ${sizes[0]}: ${milliseconds(perContact(small, sizes[0]))}`,
      ratio: perContact(large, sizes[1]) / perContact(small, sizes[0]),
      goal: '',
      isMet: null,
    },
  ];
  await closeSide(small);
  await closeSide(large);
  return measures;
}
