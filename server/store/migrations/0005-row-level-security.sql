-- Every table that carries group_id shows the rows of the present space and no others, whatever the query
-- forgot to say. Without a present space it shows nothing.
DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY[
    'spaces', 'roles', 'space_users', 'invitations', 'teams', 'team_users', 'forms', 'form_refvalues', 'contacts',
    'actions', 'action_users', 'action_teams', 'visits', 'membership_price_groups', 'membership_prices',
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

-- A person is seen from the spaces they belong to; space_users shows only those of the present one.
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_space ON users TO doorstep_app
  USING (EXISTS (SELECT 1 FROM space_users m WHERE m.user_id = users.id AND m.group_id = doorstep_space()))
  WITH CHECK (true);
GRANT SELECT, UPDATE ON users TO doorstep_app;

-- What requests write, and nothing else. Nothing is ever deleted but the list of a team's people.
GRANT INSERT, UPDATE ON space_users, invitations, teams TO doorstep_app;
GRANT INSERT, DELETE ON team_users TO doorstep_app;
GRANT INSERT, UPDATE ON transaction_bundles, transactions, memberships, donations TO doorstep_app;
GRANT INSERT ON bundle_history TO doorstep_app;
GRANT INSERT, UPDATE ON idempotency_keys TO doorstep_app;
GRANT SELECT ON change_epoch TO doorstep_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO doorstep_app;

REVOKE ALL ON FUNCTION doorstep_caller(bytea), doorstep_enter(bytea, bigint, bigint, bigint),
  doorstep_user_by_mail(text), doorstep_spaces_of(bigint), doorstep_my_spaces(bytea),
  doorstep_contacts_matching(tsquery),
  doorstep_changes_after(xid8, change_kind, bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_caller(bytea), doorstep_enter(bytea, bigint, bigint, bigint),
  doorstep_user_by_mail(text), doorstep_spaces_of(bigint), doorstep_my_spaces(bytea),
  doorstep_contacts_matching(tsquery),
  doorstep_changes_after(xid8, change_kind, bigint, integer) TO doorstep_app;
