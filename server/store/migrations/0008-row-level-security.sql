-- Row-level security: every table with group_id shows the rows of the current space, and none without a current space.
DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY[
    'spaces', 'roles', 'space_users', 'invitations', 'teams', 'team_users', 'forms', 'form_refvalues', 'form_wordings', 'contacts',
    'actions', 'action_users', 'action_teams', 'visits', 'answers', 'membership_price_groups', 'membership_prices',
    'donation_prices', 'transaction_statuses', 'payment_methods', 'transaction_settings',
    'transaction_bundles', 'transactions', 'memberships', 'donations', 'bundle_history',
    'idempotency_keys', 'change_log'
  ]
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('CREATE POLICY own_space ON %I TO doorstep_app
      USING (group_id = doorstep_space()) WITH CHECK (group_id = doorstep_space())', relation);
    EXECUTE format('GRANT SELECT ON %I TO doorstep_app', relation);
  END LOOP;
END
$$;

-- A person is visible in the spaces they belong to; space_users shows only the current one.
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_space ON users TO doorstep_app
  USING (EXISTS (SELECT 1 FROM space_users m WHERE m.user_id = users.id AND m.group_id = doorstep_space()))
  WITH CHECK (true);
-- People change their own profile; managers that of people whose home is their space and who opened it, and of nobody above them.
CREATE FUNCTION doorstep_may_edit_person(person bigint, home bigint) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT person = doorstep_user() OR (doorstep_is_manager() AND home = doorstep_space() AND NOT doorstep_is_above(person)
    AND EXISTS (SELECT FROM space_users m WHERE m.group_id = home AND m.user_id = person AND m.opened_at IS NOT NULL))
  $$;
REVOKE ALL ON FUNCTION doorstep_may_edit_person(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_may_edit_person(bigint, bigint) TO doorstep_app;
CREATE POLICY editors ON users AS RESTRICTIVE FOR UPDATE TO doorstep_app USING (doorstep_may_edit_person(id, group_id));
-- The mail address and the account change elsewhere (0005).
GRANT SELECT (id, mail, firstname, surname, phone, address, city, postal, location, avatar, birthdate, locale, group_id, selected_group_id,
  two_factor_enable, gdpr_accepted, active, created_at, updated_at, deleted_at, sort_key) ON users TO doorstep_app;
GRANT UPDATE (firstname, surname, phone, address, city, postal, location, avatar, birthdate, selected_group_id, sort_key, updated_at)
  ON users TO doorstep_app;

-- Managers plan actions. Others see the published ones.
CREATE POLICY published ON actions AS RESTRICTIVE FOR SELECT TO doorstep_app
  USING (state = 'published' OR doorstep_is_manager());
DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['actions', 'action_users', 'action_teams']
  LOOP
    EXECUTE format('CREATE POLICY managers_insert ON %I AS RESTRICTIVE FOR INSERT TO doorstep_app
      WITH CHECK (doorstep_is_manager())', relation);
    EXECUTE format('CREATE POLICY managers_update ON %I AS RESTRICTIVE FOR UPDATE TO doorstep_app
      USING (doorstep_is_manager())', relation);
    EXECUTE format('CREATE POLICY managers_delete ON %I AS RESTRICTIVE FOR DELETE TO doorstep_app
      USING (doorstep_is_manager())', relation);
  END LOOP;
END
$$;
GRANT INSERT, UPDATE ON actions TO doorstep_app;
GRANT INSERT, DELETE ON action_users, action_teams TO doorstep_app;

-- Managers write the questions. An answer refers to question, choice and wording: no request deletes one, and the database counts the wordings.
DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['forms', 'form_refvalues']
  LOOP
    EXECUTE format('CREATE POLICY managers_insert ON %I AS RESTRICTIVE FOR INSERT TO doorstep_app
      WITH CHECK (doorstep_is_manager())', relation);
    EXECUTE format('CREATE POLICY managers_update ON %I AS RESTRICTIVE FOR UPDATE TO doorstep_app
      USING (doorstep_is_manager())', relation);
  END LOOP;
END
$$;
GRANT INSERT (group_id, label, type, archived, wording), UPDATE (label, archived, wording) ON forms TO doorstep_app;
GRANT INSERT (group_id, form_id, label, value, archived), UPDATE (label, archived) ON form_refvalues TO doorstep_app;

-- Admins write the catalogue. No request deletes a part of it, and money refers to it by foreign keys: it is hidden or archived.
DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['membership_price_groups', 'membership_prices', 'donation_prices', 'transaction_statuses',
    'payment_methods', 'transaction_settings']
  LOOP
    EXECUTE format('CREATE POLICY admins_insert ON %I AS RESTRICTIVE FOR INSERT TO doorstep_app
      WITH CHECK (doorstep_is_admin())', relation);
    EXECUTE format('CREATE POLICY admins_update ON %I AS RESTRICTIVE FOR UPDATE TO doorstep_app
      USING (doorstep_is_admin())', relation);
    EXECUTE format('GRANT INSERT, UPDATE ON %I TO doorstep_app', relation);
  END LOOP;
END
$$;

-- Requests may write these tables only, and delete only the people of a team or an action.
GRANT INSERT, UPDATE ON invitations TO doorstep_app;
GRANT INSERT (group_id, name, description, private, hide_users, address),
  UPDATE (name, description, private, hide_users, address, updated_at, deleted_at) ON teams TO doorstep_app;
GRANT UPDATE (role_id) ON space_users TO doorstep_app;
GRANT INSERT, DELETE ON team_users TO doorstep_app;
GRANT INSERT (group_id, created_by, request_hash), UPDATE (updated_at) ON transaction_bundles TO doorstep_app;
GRANT INSERT, UPDATE ON transactions, memberships, donations TO doorstep_app;
GRANT INSERT (group_id, bundle_id, kind, target_id, old, new) ON bundle_history TO doorstep_app;
GRANT INSERT (group_id, user_id, uuid, action_id, contact_id, address, outcome, undoes, note, come_back_at, visited_at,
  request_hash) ON visits TO doorstep_app;
-- A request records visits of its own caller only.
CREATE POLICY own_visits ON visits AS RESTRICTIVE FOR INSERT TO doorstep_app WITH CHECK (user_id = doorstep_user());
GRANT INSERT (group_id, user_id, uuid, action_id, contact_id, bundle_id, answers, answered_at, request_hash) ON answers TO doorstep_app;
CREATE POLICY own_answers ON answers AS RESTRICTIVE FOR INSERT TO doorstep_app WITH CHECK (user_id = doorstep_user());
-- The contact of a bundle that the caller does not see stays unknown to them.
CREATE POLICY answers_of_seen_bundle ON answers AS RESTRICTIVE FOR INSERT TO doorstep_app
  WITH CHECK (bundle_id IS NULL OR EXISTS (SELECT FROM transaction_bundles b WHERE b.id = bundle_id));
GRANT INSERT, UPDATE ON idempotency_keys TO doorstep_app;
GRANT SELECT ON change_epoch TO doorstep_app;

-- Only the command line uses import_keys: no policy, no grant.
ALTER TABLE import_keys ENABLE ROW LEVEL SECURITY;
-- Only functions use these.
ALTER TABLE pruned_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE change_days ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON FUNCTION doorstep_caller(bytea, bigint), doorstep_enter(bytea, bigint, bigint, bigint, boolean),
  doorstep_user_by_mail(text), doorstep_spaces_of(bigint), doorstep_my_spaces(bytea),
  doorstep_number(bigint), doorstep_last_number(), doorstep_horizon(bigint), doorstep_is_lost(bigint),
  doorstep_changes_after(text[], bigint[], change_kind[], bigint[], bigint, integer),
  doorstep_changes_ahead(text[], bigint[], change_kind[], bigint[], bigint), doorstep_prune_changes(integer, integer),
  doorstep_pruned_buckets(text[], bigint[], change_kind[], bigint[], bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_enter(bytea, bigint, bigint, bigint, boolean),
  doorstep_user_by_mail(text), doorstep_spaces_of(bigint), doorstep_my_spaces(bytea),
  doorstep_number(bigint), doorstep_last_number(), doorstep_horizon(bigint), doorstep_is_lost(bigint),
  doorstep_changes_after(text[], bigint[], change_kind[], bigint[], bigint, integer),
  doorstep_changes_ahead(text[], bigint[], change_kind[], bigint[], bigint),
  doorstep_pruned_buckets(text[], bigint[], change_kind[], bigint[], bigint[]) TO doorstep_app;
