-- Contacts that people add and change.

-- A token that only reads writes nothing.
CREATE FUNCTION doorstep_may_write(area text) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$
  SELECT coalesce(current_setting('doorstep.rights', true), '') = ''
    OR area = ANY (string_to_array(current_setting('doorstep.rights', true), ','))
  $$;

-- Whoever adds a contact is named in it; the policy `visible` decides which contacts a change reaches.
CREATE POLICY own_contacts ON contacts AS RESTRICTIVE FOR INSERT TO doorstep_app
  WITH CHECK (created_by = doorstep_user() AND doorstep_may_write('contacts'));
CREATE POLICY writers ON contacts AS RESTRICTIVE FOR UPDATE TO doorstep_app USING (doorstep_may_write('contacts'));
GRANT INSERT (group_id, uuid, created_by, firstname, surname, gender, mail, mobile, mobile_invalid, phone, phone_invalid,
  birthdate, birth_city, birth_country, nationality, age_category, black_list, address, custom_fields, formdatas, tags,
  sort_key, words) ON contacts TO doorstep_app;
GRANT UPDATE (firstname, surname, gender, mail, mobile, mobile_invalid, phone, phone_invalid, birthdate, birth_city,
  birth_country, nationality, age_category, black_list, address, custom_fields, formdatas, tags, sort_key, words,
  updated_at) ON contacts TO doorstep_app;

-- Below a manager people change how somebody is reached, and opt them out. Only a manager takes an opt-out back.
CREATE FUNCTION doorstep_contact_changing() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  -- The last four follow from the address, after this trigger.
  free text[] := '{mail,mobile,mobile_invalid,phone,phone_invalid,address,black_list,words,sort_key,updated_at,position,street,house,station}';
BEGIN
  IF current_user = 'doorstep_app' AND NOT doorstep_is_manager()
    AND (to_jsonb(OLD) - free IS DISTINCT FROM to_jsonb(NEW) - free OR OLD.black_list AND NOT NEW.black_list)
  THEN
    RAISE EXCEPTION USING ERRCODE = 'DS003', MESSAGE = 'only for managers';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER contact_changing BEFORE UPDATE ON contacts FOR EACH ROW EXECUTE FUNCTION doorstep_contact_changing();

-- Contacts that a person added or changed. An erased contact has an entry of its own.
CREATE FUNCTION doorstep_audit_contacts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit (group_id, kind, event, record_kind, record_id)
      SELECT group_id, 'contact', 'created', 'contact', id FROM changed WHERE created_by IS NOT NULL;
  ELSE
    INSERT INTO audit (group_id, kind, event, record_kind, record_id, fields)
      SELECT group_id, 'contact', 'changed', 'contact', id, fields FROM (
        SELECT c.group_id, c.id, doorstep_changed_fields(to_jsonb(b), to_jsonb(c)) AS fields
        FROM changed c JOIN before b ON b.group_id = c.group_id AND b.id = c.id
      ) AS change WHERE fields <> '{}';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_insert AFTER INSERT ON contacts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_contacts();
CREATE TRIGGER audit_update AFTER UPDATE ON contacts REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_contacts();
