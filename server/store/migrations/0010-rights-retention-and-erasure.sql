-- What a space stores for how long, what tokens for scripts may do, and how a person is erased.

-- How long a space stores what it does not need any more.
ALTER TABLE spaces
  -- At least as long as a dispute about money takes to arise.
  ADD audit_days integer NOT NULL DEFAULT 730 CHECK (audit_days BETWEEN 90 AND 3650),
  ADD mail_days integer NOT NULL DEFAULT 30 CHECK (mail_days BETWEEN 1 AND 365),
  -- Afterwards a response is a short one; a repeated write is recognised for ever.
  ADD response_days integer NOT NULL DEFAULT 90 CHECK (response_days BETWEEN 30 AND 3650);

-- What a phone needs of the response to a write that it sends again: that it is stored, under which number, and whose it is.
CREATE FUNCTION doorstep_short_response(response text) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  AS $$
  SELECT jsonb_build_object('status', 'success', 'data', jsonb_strip_nulls(jsonb_build_object(
    'id', data -> 'id',
    'team', CASE WHEN data -> 'team' ? 'id' THEN jsonb_build_object('id', data -> 'team' -> 'id') END,
    'cash_record', CASE WHEN data -> 'cash_record' ? 'id' THEN jsonb_build_object('id', data -> 'cash_record' -> 'id') END,
    'transactions', (SELECT jsonb_agg(jsonb_build_object('delivery_token', part -> 'delivery_token'))
      FROM jsonb_path_query(data, '$.transactions[*]') AS part)
  )))::text FROM (SELECT response::jsonb -> 'data' AS data) AS sent WHERE response IS NOT NULL
  $$;

-- Tokens for scripts. What a limited token may not read is hidden from it, whatever the request.
CREATE FUNCTION doorstep_limit_tokens(relation text, area text, own text DEFAULT 'false') RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  EXECUTE format('CREATE POLICY rights ON %1$I AS RESTRICTIVE FOR SELECT TO doorstep_app
      USING (%3$s OR (SELECT doorstep_may(%2$L)));
    CREATE POLICY rights_insert ON %1$I AS RESTRICTIVE FOR INSERT TO doorstep_app WITH CHECK ((SELECT doorstep_may_write(%2$L)));
    CREATE POLICY rights_update ON %1$I AS RESTRICTIVE FOR UPDATE TO doorstep_app USING ((SELECT doorstep_may_write(%2$L)));
    CREATE POLICY rights_delete ON %1$I AS RESTRICTIVE FOR DELETE TO doorstep_app USING ((SELECT doorstep_may_write(%2$L)))',
    relation, area, own);
END
$$;
-- Every token sees its own person.
SELECT doorstep_limit_tokens('users', 'people', 'id = (SELECT doorstep_user())'),
  doorstep_limit_tokens('space_users', 'people', 'user_id = (SELECT doorstep_user())');
SELECT doorstep_limit_tokens(relation, 'people')
  -- Who takes part in an action too: a token without people neither sees nor changes them.
  FROM unnest(ARRAY['invitations', 'teams', 'team_users', 'action_users', 'action_teams']) AS relation;
SELECT doorstep_limit_tokens(relation, 'contacts')
  FROM unnest(ARRAY['contacts', 'forms', 'form_refvalues', 'actions', 'visits', 'answers']) AS relation;
SELECT doorstep_limit_tokens(relation, 'money')
  FROM unnest(ARRAY['transaction_bundles', 'transactions', 'memberships', 'donations', 'bundle_history']) AS relation;
CREATE POLICY rights ON audit AS RESTRICTIVE TO doorstep_app
  USING (coalesce(current_setting('doorstep.rights', true), '') IN ('', 'audit')
    OR 'audit' = ANY (string_to_array(current_setting('doorstep.rights', true), ',')));

-- The tokens for scripts of the current space, for its admins. Requests cannot read the table.
CREATE FUNCTION doorstep_tokens()
  RETURNS TABLE (id bigint, name text, rights text[], user_id bigint, created_at timestamptz, expires_at timestamptz,
    used_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT t.id, t.label, t.rights, t.user_id, t.created_at, t.expires_at, t.used_at FROM access_tokens t
  WHERE doorstep_is_admin() AND t.group_id = doorstep_space() AND t.device_id IS NULL AND t.revoked_at IS NULL
    AND t.expires_at > now()
  ORDER BY t.id
  $$;

-- Only a person creates tokens, no limited token does.
CREATE FUNCTION doorstep_create_token(hash bytea, name text, given text[], days integer) RETURNS bigint
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  INSERT INTO access_tokens (token_hash, user_id, group_id, label, rights, expires_at)
    SELECT hash, doorstep_user(), doorstep_space(), name, given, now() + make_interval(days => days)
    WHERE doorstep_is_admin() AND coalesce(current_setting('doorstep.rights', true), '') = '' AND given <> '{}'
    RETURNING id
  $$;

CREATE FUNCTION doorstep_revoke_token(wanted bigint) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  UPDATE access_tokens SET revoked_at = now() WHERE doorstep_is_admin() AND id = wanted AND group_id = doorstep_space()
    AND device_id IS NULL AND revoked_at IS NULL;
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION doorstep_tokens(), doorstep_create_token(bytea, text, text[], integer), doorstep_revoke_token(bigint)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_tokens(), doorstep_create_token(bytea, text, text[], integer), doorstep_revoke_token(bigint)
  TO doorstep_app;

-- Only a person who is an admin erases, no limited token does.
CREATE FUNCTION doorstep_is_admin_in_person() RETURNS boolean
  LANGUAGE sql STABLE
  AS $$ SELECT doorstep_is_admin() AND coalesce(current_setting('doorstep.rights', true), '') = '' $$;

-- Managers decide about codes for newcomers; everything else of a space is changed by admins.
CREATE POLICY managers_update ON spaces AS RESTRICTIVE FOR UPDATE TO doorstep_app
  USING (doorstep_is_manager() AND coalesce(current_setting('doorstep.rights', true), '') = '');
GRANT UPDATE (name, second_factor_required, newcomer_codes, map_tiles, audit_days, mail_days, response_days) ON spaces TO doorstep_app;
CREATE FUNCTION doorstep_space_changing() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF current_user = 'doorstep_app' AND NOT doorstep_is_admin() THEN
    RAISE EXCEPTION USING ERRCODE = 'DS003', MESSAGE = 'only for admins';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER space_changing BEFORE UPDATE ON spaces
  FOR EACH ROW WHEN (to_jsonb(OLD) - 'newcomer_codes' IS DISTINCT FROM to_jsonb(NEW) - 'newcomer_codes')
  EXECUTE FUNCTION doorstep_space_changing();

-- Erasing a person. Money stays, without the person; requests rewrite the stored responses (server/store/erasure.ts).

-- Deletes a contact, and removes them from money, its history and visits. The feed has the deletion and the changed bundles; a phone
-- that comes after the deletion is pruned starts over and deletes its copy too. Returns the bundles; null without the contact.
CREATE FUNCTION doorstep_erase_contact(person bigint) RETURNS bigint[]
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  space bigint := doorstep_space();
  -- With those that were merged into them.
  numbers text[];
  bundles bigint[];
BEGIN
  IF NOT doorstep_is_admin_in_person() THEN
    RAISE EXCEPTION USING ERRCODE = 'DS003', MESSAGE = 'only for admins';
  END IF;
  PERFORM FROM contacts WHERE group_id = space AND id = person FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  numbers := person::text || ARRAY(SELECT id::text FROM merged_contacts WHERE group_id = space AND into_id = person);
  SELECT coalesce(array_agg(DISTINCT found.bundle_id ORDER BY found.bundle_id), '{}') INTO bundles FROM (
    SELECT bundle_id FROM transactions WHERE group_id = space AND contact_id = person
    UNION ALL SELECT bundle_id FROM memberships WHERE group_id = space AND contact_id = person
    UNION ALL SELECT bundle_id FROM donations WHERE group_id = space AND contact_id = person
    UNION ALL SELECT bundle_id FROM bundle_history WHERE group_id = space
      AND (old ->> 'contact_id' = ANY (numbers) OR new ->> 'contact_id' = ANY (numbers))
  ) AS found;
  -- Free text and the details of a payment may name them, also in the parts of the bundle that have no contact.
  UPDATE transactions SET contact_id = NULL, comment = NULL, payment_method = NULL
    WHERE group_id = space AND bundle_id = ANY (bundles) AND coalesce(contact_id, person) = person;
  UPDATE memberships SET contact_id = NULL, comment = NULL
    WHERE group_id = space AND bundle_id = ANY (bundles) AND coalesce(contact_id, person) = person;
  UPDATE donations SET contact_id = NULL, comment = NULL
    WHERE group_id = space AND bundle_id = ANY (bundles) AND coalesce(contact_id, person) = person;
  UPDATE bundle_history SET old = old - '{contact_id,comment,payment_method}'::text[],
      new = new - '{contact_id,comment,payment_method}'::text[]
    WHERE group_id = space AND bundle_id = ANY (bundles);
  UPDATE visits SET contact_id = NULL, note = NULL WHERE group_id = space AND contact_id = person;
  DELETE FROM answers WHERE group_id = space AND contact_id = person;
  DELETE FROM merged_contacts WHERE group_id = space AND into_id = person;
  DELETE FROM contacts WHERE group_id = space AND id = person;
  UPDATE transaction_bundles SET updated_at = now() WHERE group_id = space AND id = ANY (bundles);
  INSERT INTO audit (group_id, kind, event, record_kind, record_id) VALUES (space, 'data', 'erased', 'contact', person);
  RETURN bundles;
END
$$;

-- Erases a person of the current space and returns their address; null: no such person. Their id stays in what they recorded. The
-- account is emptied, unless another space has them or their records and has not erased them: then it stays for that one, and this
-- space has only their id.
CREATE FUNCTION doorstep_erase_user(person bigint) RETURNS text
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  space bigint := doorstep_space();
  address text;
  other bigint;
BEGIN
  IF NOT doorstep_is_admin_in_person() OR person = doorstep_user() OR doorstep_is_above(person) THEN
    RAISE EXCEPTION USING ERRCODE = 'DS003', MESSAGE = 'only for admins';
  END IF;
  SELECT u.mail INTO address FROM users u
    WHERE u.id = person AND u.deleted_at IS NULL
      AND EXISTS (SELECT FROM space_users m WHERE m.group_id = space AND m.user_id = person AND m.erased_at IS NULL) FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM doorstep_remove(space, person);
  SELECT group_id INTO other FROM space_users WHERE user_id = person AND group_id <> space AND erased_at IS NULL
    ORDER BY removed_at IS NOT NULL, opened_at IS NULL, group_id LIMIT 1;
  IF other IS NOT NULL THEN
    UPDATE space_users SET erased_at = now(), sort_key = chr(1114111) WHERE group_id = space AND user_id = person;
    UPDATE users SET group_id = CASE WHEN group_id = space THEN other ELSE group_id END,
        selected_group_id = array_remove(selected_group_id, space)
      WHERE id = person;
    DELETE FROM mails WHERE group_id = space AND (lower(recipient) = lower(address) OR invitation_id IN (
      SELECT i.id FROM invitations i WHERE i.group_id = space AND (i.user_id = person OR lower(i.email) = lower(address))));
    DELETE FROM invitations WHERE group_id = space AND (user_id = person OR lower(email) = lower(address));
    DELETE FROM access_tokens WHERE user_id = person AND group_id = space;
    INSERT INTO audit (group_id, kind, event, subject_id) VALUES (space, 'data', 'erased', person);
    RETURN address;
  END IF;
  UPDATE users SET mail = 'erased-' || person || '@erased.invalid', firstname = '', surname = '', phone = NULL, address = NULL,
      city = NULL, postal = NULL, location = NULL, avatar = NULL, birthdate = NULL, locale = NULL, selected_group_id = '{}',
      sort_key = chr(1114111), active = false, deleted_at = now(), updated_at = now()
    WHERE id = person;
  DELETE FROM mails WHERE lower(recipient) IN (
      SELECT lower(address) UNION ALL SELECT lower(c.mail) FROM mail_changes c WHERE c.user_id = person)
    OR invitation_id IN (SELECT i.id FROM invitations i WHERE i.group_id = mails.group_id
      AND (i.user_id = person OR lower(i.email) = lower(address)));
  DELETE FROM invitations WHERE user_id = person OR lower(email) = lower(address);
  DELETE FROM mail_changes WHERE user_id = person;
  DELETE FROM second_factors WHERE user_id = person;
  DELETE FROM access_tokens WHERE user_id = person;
  DELETE FROM devices WHERE user_id = person;
  INSERT INTO audit (group_id, kind, event, subject_id) VALUES (space, 'data', 'erased', person);
  RETURN address;
END
$$;
REVOKE ALL ON FUNCTION doorstep_erase_contact(bigint), doorstep_erase_user(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_erase_contact(bigint), doorstep_erase_user(bigint) TO doorstep_app;

-- What the service stores about a person of the current space: for an admin, who gives it to them. The profile, the devices and
-- the sign-ins belong to the home space of the person: another space has their name and address.
CREATE FUNCTION doorstep_data_of_user(person bigint) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT jsonb_build_object(
    'user', CASE WHEN is_home THEN to_jsonb(u) - '{sort_key,sign_in_epoch}'::text[]
      ELSE jsonb_build_object('id', u.id, 'mail', u.mail, 'firstname', u.firstname, 'surname', u.surname) END,
    'membership', (SELECT to_jsonb(m) - 'sort_key' || jsonb_build_object('role', r.name) FROM space_users m
      JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id WHERE m.group_id = doorstep_space() AND m.user_id = u.id),
    'teams', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'leader', x.leader)), '[]')
      FROM team_users x JOIN teams t ON t.group_id = x.group_id AND t.id = x.team_id
      WHERE x.group_id = doorstep_space() AND x.user_id = u.id),
    'devices', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', d.name, 'created_at', d.created_at,
      'last_used_at', d.last_used_at)), '[]') FROM devices d WHERE d.user_id = u.id AND is_home),
    'invitations', (SELECT coalesce(jsonb_agg(to_jsonb(i)), '[]') FROM invitations i
      WHERE i.group_id = doorstep_space() AND (i.user_id = u.id OR lower(i.email) = lower(u.mail))),
    'mails', (SELECT coalesce(jsonb_agg(jsonb_build_object('created_at', m.created_at, 'status', m.status)), '[]')
      FROM mails m WHERE lower(m.recipient) = lower(u.mail)
        AND (m.group_id = doorstep_space() OR (m.group_id IS NULL AND is_home))),
    'visits', (SELECT coalesce(jsonb_agg(to_jsonb(v)), '[]') FROM visits v WHERE v.group_id = doorstep_space() AND v.user_id = u.id),
    'answers', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'answered_at', a.answered_at)), '[]')
      FROM answers a WHERE a.group_id = doorstep_space() AND a.user_id = u.id),
    'transaction_bundles', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'created_at', b.created_at)), '[]')
      FROM transaction_bundles b WHERE b.group_id = doorstep_space() AND b.created_by = u.id),
    'audit', (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.id), '[]') FROM audit a
      WHERE a.group_id = doorstep_space() AND u.id IN (a.actor_id, a.subject_id)))
  FROM users u CROSS JOIN LATERAL (SELECT u.group_id = doorstep_space() AND EXISTS (SELECT FROM space_users m
    WHERE m.group_id = u.group_id AND m.user_id = u.id AND m.opened_at IS NOT NULL) AS is_home) AS home
  WHERE u.id = person AND doorstep_is_admin_in_person() AND NOT doorstep_is_above(u.id)
    AND EXISTS (SELECT FROM space_users m WHERE m.group_id = doorstep_space() AND m.user_id = u.id AND m.erased_at IS NULL)
  $$;
CREATE FUNCTION doorstep_data_of_contact(person bigint) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT jsonb_build_object(
    'contact', to_jsonb(c) - '{sort_key,words,match_keys}'::text[],
    'merged', (SELECT coalesce(jsonb_agg(m.contact), '[]') FROM merged_contacts m WHERE m.group_id = c.group_id AND m.into_id = c.id),
    'transactions', (SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM transactions t WHERE t.group_id = c.group_id AND t.contact_id = c.id),
    'memberships', (SELECT coalesce(jsonb_agg(to_jsonb(m)), '[]') FROM memberships m WHERE m.group_id = c.group_id AND m.contact_id = c.id),
    'donations', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM donations d WHERE d.group_id = c.group_id AND d.contact_id = c.id),
    'bundle_history', (SELECT coalesce(jsonb_agg(to_jsonb(h)), '[]') FROM bundle_history h
      WHERE h.group_id = c.group_id AND c.id::text IN (h.old ->> 'contact_id', h.new ->> 'contact_id')),
    'visits', (SELECT coalesce(jsonb_agg(to_jsonb(v)), '[]') FROM visits v WHERE v.group_id = c.group_id AND v.contact_id = c.id),
    'answers', (SELECT coalesce(jsonb_agg(to_jsonb(a) - 'request_hash'), '[]') FROM answers a
      WHERE a.group_id = c.group_id AND a.contact_id = c.id),
    'audit', (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.id), '[]') FROM audit a
      WHERE a.group_id = c.group_id AND a.record_kind = 'contact' AND a.record_id = c.id))
  FROM contacts c WHERE c.group_id = doorstep_space() AND c.id = person AND doorstep_is_admin_in_person()
  $$;
REVOKE ALL ON FUNCTION doorstep_data_of_user(bigint), doorstep_data_of_contact(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_data_of_user(bigint), doorstep_data_of_contact(bigint) TO doorstep_app;
