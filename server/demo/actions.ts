import { sql } from 'drizzle-orm';

import type { Tx } from '../store/database';
import { actionTeams, actionUsers, actions } from '../store/schema';
import type { DemoForms } from './contacts';
import { randomPlaces } from './places';
import { PLANS, type Plan } from './plans';
import { randomFor } from './random';

/** The people and teams of a demo action. */
export type DemoPeople = {
  readonly creator: number;
  readonly people: readonly number[];
  readonly teams: readonly number[];
};

const DAY_MS = 86_400_000;

type DemoAddress = ReturnType<typeof randomPlaces>['addresses'][number];

/** Adds the actions, with visits recorded and declared by their people. */
export async function insertActions(
  tx: Tx,
  groupId: number,
  cast: DemoPeople,
  contactIds: readonly number[],
  { today, forms, count = PLANS.length }: { today: Date; forms: DemoForms; count?: number }
): Promise<void> {
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  for (const [index, plan] of PLANS.slice(0, count).entries()) {
    const places = randomPlaces(plan, index);
    const [row] = await tx
      .insert(actions)
      .values({
        groupId,
        name: plan.name,
        pitch: plan.pitch,
        link: `https://example.org/actions/${index + 1}`,
        registrationLink: `https://example.org/actions/${index + 1}/join`,
        goal: plan.goal,
        goalForms: Math.round(plan.goal / 4),
        startsAt: new Date(midnight + plan.from * DAY_MS + 9 * 3_600_000),
        endsAt: new Date(midnight + plan.to * DAY_MS + 20 * 3_600_000),
        createdBy: cast.creator,
        public: plan.public,
        facts: [{ id: 1, title: 'Opening words', text: 'Good evening, I volunteer for the neighbourhood.' }],
        forms: [forms.consent, forms.support, forms.canHelp].map(({ id }) => ({ id })),
        addresses: places.addresses,
        scope: {
          polygon: places.polygon,
          not_polygon: '',
          filter: '',
          advanced_search: '',
          fields: '',
          aggreg_without_location: false,
          polling_station_included: '[]',
          polling_station_excluded: '[]',
          address_included: '[]',
          address_excluded: '[]',
          polling_station_included_missing: false,
          polling_station_excluded_missing: false,
          address_included_missing: false,
          address_excluded_missing: false,
          excluded_nevada: false,
        },
      })
      .returning({ id: actions.id });
    if (!row) throw new Error('the action was not inserted');
    const people = cast.people.slice(0, 3 + index * 2);
    const teams = cast.teams.slice(index % 2, (index % 2) + plan.teams);
    await tx.insert(actionUsers).values(people.map((userId) => ({ groupId, actionId: row.id, userId })));
    if (teams.length > 0) {
      await tx.insert(actionTeams).values(teams.map((teamId) => ({ groupId, actionId: row.id, teamId })));
    }
    await insertVisits(tx, groupId, row.id, {
      plan,
      index,
      people,
      contactIds,
      midnight,
      now: today.getTime(),
      addresses: places.addresses,
    });
  }
}

async function insertVisits(
  tx: Tx,
  groupId: number,
  actionId: number,
  of: {
    plan: Plan;
    index: number;
    people: readonly number[];
    contactIds: readonly number[];
    midnight: number;
    now: number;
    addresses: readonly DemoAddress[];
  }
): Promise<void> {
  const { plan, index, people, contactIds, midnight, now, addresses } = of;
  const random = randomFor('action/visits', index);
  const lastDay = Math.min(plan.to, 0);
  // Some doors are still to be visited.
  const visited = addresses.slice(0, Math.ceil(addresses.length * 0.6));
  const visits = Array.from({ length: plan.visits }, () => {
    // A visit without a contact: the door stayed closed.
    const contactId = contactIds.length > 0 && random.chance(0.6) ? random.pick(contactIds) : null;
    const outcome = contactId === null ? 'nobody_in' : random.pick(OUTCOMES);
    const userId = random.pick(people);
    const declared = random.chance(0.2);
    const day = random.integer(plan.from, lastDay);
    const time = midnight + day * DAY_MS + random.integer(9, 19) * 3_600_000;
    return {
      user_id: userId,
      contact_id: contactId,
      declared,
      // Later today is yesterday: a visit in the future would stand against every mark until then.
      visited_at: new Date(time > now ? time - DAY_MS : time),
      address: doorOf(random.pick(visited)),
      outcome,
    };
  });
  await tx.execute(sql`
    INSERT INTO visits (group_id, action_id, user_id, contact_id, declared, visited_at, address, outcome)
    SELECT ${groupId}, ${actionId}, user_id, contact_id, declared, visited_at, address, outcome
    FROM jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) AS v (user_id bigint, contact_id bigint, declared boolean,
      visited_at timestamptz, address jsonb, outcome text)`);
}

const OUTCOMES = ['talked', 'talked', 'talked', 'refused', 'moved'] as const;

function doorOf({ housenumber, street, postalcode, city, addition }: DemoAddress) {
  return {
    house_number: housenumber === undefined ? undefined : String(housenumber),
    street,
    postal_code: postalcode === undefined ? undefined : String(postalcode),
    city,
    addition,
  };
}
