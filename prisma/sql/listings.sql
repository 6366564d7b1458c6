-- A decision about a listing names the version that was seen. Escrow has its own rules, and a new
-- calendar link is no edit.
CREATE OR REPLACE TRIGGER listing_changed BEFORE UPDATE ON listings FOR EACH ROW
  WHEN ((to_jsonb(OLD) - '{on_offer,on_sale,first_year_cents,escrow_status,escrow_account_id,calendar_token_hash,updated_at,version}'::text[])
        IS DISTINCT FROM
        (to_jsonb(NEW) - '{on_offer,on_sale,first_year_cents,escrow_status,escrow_account_id,calendar_token_hash,updated_at,version}'::text[]))
  EXECUTE FUNCTION count_version();

CREATE OR REPLACE TRIGGER listing_event_stays BEFORE UPDATE OR DELETE ON listing_events
  FOR EACH ROW EXECUTE FUNCTION history_stays('The history of a listing', 'note', 'actor_id');

-- A listing is on offer if it is active, verified, and has a night ahead at the resort.
CREATE OR REPLACE FUNCTION is_on_offer(is_active boolean, status "ContractVerificationStatus", available_to date, today date)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT is_active AND status = 'verified' AND available_to > today
$$;

-- FOR SHARE: either a turn of the day waits for this transaction and then sees its row, or this row
-- waits and gets the new day. Always overwrites the column.
CREATE OR REPLACE FUNCTION listing_on_offer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  day date;
BEGIN
  SELECT today INTO day FROM resorts JOIN time_zones ON time_zones.name = timezone
    WHERE resorts.id = NEW.resort_id FOR SHARE OF time_zones;
  -- Without a resort, the foreign key refuses the row.
  NEW.on_offer := coalesce(is_on_offer(NEW.is_active, NEW.contract_verification_status, NEW.available_to, day), false);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER listing_on_offer
  BEFORE INSERT OR UPDATE OF is_active, contract_verification_status, available_to, resort_id, on_offer ON listings
  FOR EACH ROW EXECUTE FUNCTION listing_on_offer();

-- A resort that moves to another time zone may have another day.
CREATE OR REPLACE FUNCTION resort_zone_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_free_stretches(ARRAY (SELECT id FROM listings WHERE resort_id = NEW.id AND on_offer));
  PERFORM graphile_worker.add_job('turn_days', job_key => 'turn_days');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER resort_zone_changed AFTER UPDATE OF timezone ON resorts FOR EACH ROW
  WHEN (OLD.timezone <> NEW.timezone) EXECUTE FUNCTION resort_zone_changed();

-- The first day of arrival that paying confirms at each resort: a stay that starts sooner than the
-- resort's lead time can only be requested. The same as isInstantStay in api/modules/listings.
CREATE OR REPLACE VIEW instant_arrivals AS
SELECT id AS resort_id, lead_days, today + lead_days AS first
FROM resorts JOIN time_zones ON time_zones.name = timezone
CROSS JOIN LATERAL (
  SELECT coalesce(
    certificate_lead_days,
    (SELECT value::integer FROM site_settings WHERE key = 'certificate_lead_days'), 14) AS lead_days) AS lead;
