-- Which contacts are in the turf of an action: they are in the bucket `action:A`.
--
-- The service reads the turf of an action into areas and places (server/store/turf.ts), because its texts have many formats.
-- A contact that changes looks for its actions by index, so that it costs the same with ten and with ten thousand actions.

-- A text without case, accents and separators, as domain/fold.ts on the phone.
CREATE FUNCTION doorstep_fold(given text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
  SELECT trim(regexp_replace(translate(replace(replace(replace(replace(lower(regexp_replace(normalize(given, NFKD),
    '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]',
    '', 'g')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øđðłħıىةکی', 'oddlhiيهكي'),
    '[\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3003\u3008-\u303f\uff00-\uff0f]+',
    ' ', 'g'))
  $$;
CREATE FUNCTION doorstep_street(street text, city text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT doorstep_fold(street) || '|' || doorstep_fold(coalesce(city, '')) $$;
-- Null for anything but degrees, and for 0, 0, which services write for "unknown".
CREATE FUNCTION doorstep_position(latitude text, longitude text) RETURNS point
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
  SELECT CASE WHEN trim(latitude) ~ '^[-+]?\d{1,3}(\.\d{1,18})?$' AND trim(longitude) ~ '^[-+]?\d{1,3}(\.\d{1,18})?$'
      AND abs(latitude::float8) <= 90 AND abs(longitude::float8) <= 180
      AND (latitude::float8 <> 0 OR longitude::float8 <> 0)
    THEN point(longitude::float8, latitude::float8) END
  $$;
CREATE FUNCTION doorstep_house(house_number text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT left(substring(house_number FROM '\d+'), 9)::integer $$;

ALTER TABLE contacts
  ADD position point GENERATED ALWAYS AS (doorstep_position(address ->> 'latitude', address ->> 'longitude')) STORED,
  ADD street text COLLATE "C" GENERATED ALWAYS AS (doorstep_street(address ->> 'street', address ->> 'city')) STORED,
  ADD house integer GENERATED ALWAYS AS (doorstep_house(address ->> 'house_number')) STORED,
  ADD station text COLLATE "C" GENERATED ALWAYS AS (doorstep_fold(address ->> 'pollingstation')) STORED;
CREATE INDEX contacts_by_position ON contacts USING gist (position);
CREATE INDEX contacts_by_street ON contacts (group_id, street);
CREATE INDEX contacts_by_station ON contacts (group_id, station) WHERE station IS NOT NULL;

-- Drawn areas, and those that are cut out of them.
CREATE TABLE action_areas (
  group_id bigint NOT NULL,
  action_id bigint NOT NULL,
  cut boolean NOT NULL,
  outline polygon NOT NULL,
  bounds box GENERATED ALWAYS AS (box(outline)) STORED,
  FOREIGN KEY (group_id, action_id) REFERENCES actions (group_id, id) ON DELETE CASCADE
);
CREATE INDEX action_areas_by_bounds ON action_areas USING gist (bounds);
CREATE INDEX action_areas_by_action ON action_areas (group_id, action_id);

-- Streets with house numbers and polling stations, included or excluded. One row has all numbers of a street, because contacts
-- are compared with each row of their street.
CREATE TABLE action_places (
  group_id bigint NOT NULL,
  action_id bigint NOT NULL,
  excluded boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('street', 'station')),
  place text COLLATE "C" NOT NULL,
  -- Null: every house, also one without a number.
  houses int4multirange,
  side text NOT NULL DEFAULT 'all' CHECK (side IN ('all', 'even', 'odd')),
  FOREIGN KEY (group_id, action_id) REFERENCES actions (group_id, id) ON DELETE CASCADE
);
CREATE INDEX action_places_by_place ON action_places (group_id, place, kind);
CREATE INDEX action_places_by_action ON action_places (group_id, action_id);

-- Only the service itself uses these tables: no policy, no grant.
ALTER TABLE action_areas ENABLE ROW LEVEL SECURITY;
ALTER TABLE action_places ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION doorstep_has_house(p action_places, house integer) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$
  SELECT (p.side = 'all' OR coalesce(p.side = CASE house % 2 WHEN 0 THEN 'even' WHEN 1 THEN 'odd' END, false))
    AND (p.houses IS NULL OR coalesce(p.houses @> house, false))
  $$;

-- The rule: a contact is in the turf of an action if it is in one of its areas and in none that is cut out, or at an included
-- place; and not at an excluded place. Each part is found by the address of the contact, however many places an action has.
CREATE FUNCTION doorstep_turfs_of(space bigint, people bigint[]) RETURNS TABLE (contact_id bigint, action_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT c.id, found.action_id FROM contacts c CROSS JOIN LATERAL (
    (
      SELECT a.action_id FROM action_areas a
      WHERE a.group_id = space AND NOT a.cut AND a.bounds @> box(c.position, c.position) AND a.outline @> c.position
      EXCEPT SELECT a.action_id FROM action_areas a
      WHERE a.group_id = space AND a.cut AND a.bounds @> box(c.position, c.position) AND a.outline @> c.position
    )
    UNION SELECT p.action_id FROM action_places p
    WHERE p.group_id = space AND p.place = c.street AND p.kind = 'street' AND NOT p.excluded AND doorstep_has_house(p, c.house)
    UNION SELECT p.action_id FROM action_places p
    WHERE p.group_id = space AND p.place = c.station AND p.kind = 'station' AND NOT p.excluded
    EXCEPT SELECT p.action_id FROM action_places p
    WHERE p.group_id = space AND p.place = c.street AND p.kind = 'street' AND p.excluded AND doorstep_has_house(p, c.house)
    EXCEPT SELECT p.action_id FROM action_places p
    WHERE p.group_id = space AND p.place = c.station AND p.kind = 'station' AND p.excluded
  ) AS found
  WHERE c.group_id = space AND c.id = ANY (people)
  $$;

-- Contacts that may be in the turf of an action, and those in its bucket: the rule decides.
CREATE FUNCTION doorstep_near_turf(space bigint, action bigint) RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT c.id FROM action_areas a JOIN contacts c ON c.position <@ a.bounds
  WHERE a.group_id = space AND a.action_id = action AND NOT a.cut AND c.group_id = space
  UNION
  SELECT c.id FROM action_places p JOIN contacts c ON c.group_id = space AND c.street = p.place
  WHERE p.group_id = space AND p.action_id = action AND p.kind = 'street' AND NOT p.excluded
  UNION
  SELECT c.id FROM action_places p JOIN contacts c ON c.group_id = space AND c.station = p.place
  WHERE p.group_id = space AND p.action_id = action AND p.kind = 'station' AND NOT p.excluded
  UNION
  SELECT l.id FROM change_log l
  WHERE l.group_id = space AND l.bucket = 'action:' || action AND l.kind = 'contact' AND NOT l.deleted
  $$;

-- Puts contacts into the buckets of the published actions whose turf they are in, and takes them out of the others.
CREATE FUNCTION doorstep_place_contacts(space bigint, people bigint[], only_action bigint) RETURNS void
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  -- Before the turfs are read: a turf that changes waits for whoever has a number and may have missed it.
  SELECT doorstep_number(space);
  WITH wanted AS (
    SELECT t.contact_id, 'action:' || t.action_id AS bucket FROM doorstep_turfs_of(space, people) t
    JOIN actions a ON a.group_id = space AND a.id = t.action_id AND a.state = 'published'
    WHERE only_action IS NULL OR t.action_id = only_action
  ), present AS (
    -- OFFSET as in doorstep_place.
    SELECT p AS contact_id, l.bucket FROM unnest(people) AS p CROSS JOIN LATERAL (
      SELECT l.bucket FROM change_log l WHERE l.group_id = space AND l.kind = 'contact' AND l.id = p AND NOT l.deleted OFFSET 0
    ) AS l WHERE CASE WHEN only_action IS NULL THEN l.bucket LIKE 'action:%' ELSE l.bucket = 'action:' || only_action END
  )
  SELECT doorstep_place(space, 'contact', array_agg(contact_id), array_agg(bucket), array_agg(wanted.bucket IS NOT NULL))
  FROM wanted FULL JOIN present USING (contact_id, bucket) HAVING count(*) > 0
  $$;

CREATE FUNCTION doorstep_contacts_moved() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  moved record;
BEGIN
  FOR moved IN SELECT group_id, array_agg(id ORDER BY id) AS people FROM changed GROUP BY 1 ORDER BY 1 LOOP
    PERFORM doorstep_place_contacts(moved.group_id, moved.people, NULL);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER turf_insert AFTER INSERT ON contacts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_contacts_moved();
CREATE FUNCTION doorstep_contacts_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  moved record;
BEGIN
  FOR moved IN SELECT c.group_id, array_agg(c.id ORDER BY c.id) AS people
    FROM changed c JOIN before b ON b.group_id = c.group_id AND b.id = c.id
    WHERE (b.position::text, b.street, b.house, b.station) IS DISTINCT FROM (c.position::text, c.street, c.house, c.station)
    GROUP BY 1 ORDER BY 1
  LOOP
    PERFORM doorstep_place_contacts(moved.group_id, moved.people, NULL);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER turf_update AFTER UPDATE ON contacts REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_contacts_changed();

-- Actions whose turf has to be read again. The service does it in small transactions, so that a turf of many contacts blocks
-- nobody. A row is done when every transaction that may have missed the new turf has ended.
CREATE TABLE turf_queue (
  group_id bigint NOT NULL,
  action_id bigint NOT NULL,
  -- Counts the changes, so that one during the work is not lost.
  version bigint NOT NULL DEFAULT 1,
  -- Whoever changes contacts under a later number sees the turf as it was read last.
  read_before bigint,
  PRIMARY KEY (group_id, action_id),
  FOREIGN KEY (group_id, action_id) REFERENCES actions (group_id, id) ON DELETE CASCADE
);
ALTER TABLE turf_queue ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION doorstep_turf_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  INSERT INTO turf_queue AS q (group_id, action_id) VALUES (NEW.group_id, NEW.id)
    ON CONFLICT (group_id, action_id) DO UPDATE SET version = q.version + 1, read_before = NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER turf_insert AFTER INSERT ON actions FOR EACH ROW
  WHEN (NEW.scope <> '{}' OR NEW.addresses <> '[]') EXECUTE FUNCTION doorstep_turf_changed();
CREATE TRIGGER turf_update AFTER UPDATE OF scope, addresses, state ON actions FOR EACH ROW
  WHEN ((OLD.scope, OLD.addresses, OLD.state) IS DISTINCT FROM (NEW.scope, NEW.addresses, NEW.state))
  EXECUTE FUNCTION doorstep_turf_changed();

-- Places some of the contacts near the turf of an action. They are locked against changes meanwhile: a change that waits places
-- its contact itself, after this one.
CREATE FUNCTION doorstep_settle_turf(space bigint, action bigint, people bigint[]) RETURNS void
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT FROM contacts WHERE group_id = space AND id = ANY (people) ORDER BY id FOR SHARE;
  SELECT doorstep_place_contacts(space, people, action)
  $$;

-- The addresses near a turf that a manager draws, at most that many. The turf decides which of them are in it.
CREATE FUNCTION doorstep_addresses_near(bounds box[], streets text[], cities text[], stations text[], most integer)
  RETURNS SETOF jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT address FROM contacts WHERE group_id = doorstep_space() AND doorstep_is_manager() AND NOT black_list AND id IN (
    SELECT c.id FROM unnest(bounds) AS b JOIN contacts c ON c.position <@ b WHERE c.group_id = doorstep_space()
    UNION
    SELECT c.id FROM unnest(streets, cities) AS s (street, city)
    JOIN contacts c ON c.group_id = doorstep_space() AND c.street = doorstep_street(s.street, s.city)
    UNION
    SELECT c.id FROM unnest(stations) AS s (name)
    JOIN contacts c ON c.group_id = doorstep_space() AND c.station = doorstep_fold(s.name)
  )
  ORDER BY id LIMIT most
  $$;

REVOKE ALL ON FUNCTION doorstep_turfs_of(bigint, bigint[]), doorstep_near_turf(bigint, bigint),
  doorstep_place_contacts(bigint, bigint[], bigint), doorstep_settle_turf(bigint, bigint, bigint[]),
  doorstep_addresses_near(box[], text[], text[], text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_addresses_near(box[], text[], text[], text[], integer) TO doorstep_app;
