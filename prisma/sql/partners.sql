-- The organization's account remains one of its owners.
CREATE OR REPLACE FUNCTION organization_keeps_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM organizations WHERE id = OLD.organization_id AND account_id = OLD.user_id)
     AND (TG_OP = 'DELETE' OR NEW.role <> 'owner') THEN
    RAISE EXCEPTION 'The member who opened an organization stays its owner'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'organization_members_account';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER organization_keeps_account AFTER UPDATE OR DELETE ON organization_members
  FOR EACH ROW EXECUTE FUNCTION organization_keeps_account();

-- A token's fields never change, and a revoked token stays revoked.
CREATE OR REPLACE FUNCTION api_token_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.organization_id, OLD.mode, OLD.hash, OLD.scopes, OLD.created_at, OLD.expires_at)
       IS DISTINCT FROM
     (NEW.organization_id, NEW.mode, NEW.hash, NEW.scopes, NEW.created_at, NEW.expires_at)
     OR OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'A token can only be used, renamed and revoked'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'api_tokens_stay';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER api_token_stays BEFORE UPDATE ON api_tokens
  FOR EACH ROW EXECUTE FUNCTION api_token_stays();

CREATE OR REPLACE FUNCTION organization_gets_budgets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO api_budgets (organization_id, mode, points, refilled_at)
  SELECT NEW.id, mode, NEW.points_per_minute, clock_timestamp()
  FROM unnest(enum_range(NULL::"TokenMode")) AS mode;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER organization_gets_budgets AFTER INSERT ON organizations
  FOR EACH ROW EXECUTE FUNCTION organization_gets_budgets();

CREATE OR REPLACE FUNCTION api_event_transaction() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT ahead + pg_current_xact_id()::text::bigint FROM api_event_clock
$$;

-- Events of transactions before this number are complete: no open transaction can still add events.
CREATE OR REPLACE FUNCTION settled_api_events() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT ahead + pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM api_event_clock
$$;

-- After a restore on a server with new transaction numbers: continues after the stored numbers, so
-- that cursors stay valid.
CREATE OR REPLACE FUNCTION continue_api_events() RETURNS void LANGUAGE sql AS $$
  UPDATE api_event_clock SET ahead = newest + 1
  FROM (SELECT max(transaction) AS newest FROM api_events) AS given
  WHERE newest >= ahead + pg_snapshot_xmax(pg_current_snapshot())::text::bigint
$$;

-- Several changes of one kind in one transaction become one event with the final state.
CREATE OR REPLACE FUNCTION write_api_event(event text, object text, object_id uuid, owner_id uuid, data jsonb)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO api_events AS written (id, type, object_type, object_id, owner_id, data)
  VALUES (gen_random_uuid(), event, object, object_id, owner_id, data)
  ON CONFLICT (transaction, object_id, type)
    DO UPDATE SET data = EXCLUDED.data, sequence = EXCLUDED.sequence
$$;

-- Only for listings on offer or for sale. Later states of a withdrawn listing are not reported.
CREATE OR REPLACE FUNCTION write_listing_event(event text, listing listings) RETURNS void LANGUAGE sql AS $$
  SELECT write_api_event('listing.' || event, 'Listing', listing.id, NULL,
    CASE WHEN event = 'withdrawn' THEN '{}' ELSE jsonb_build_object(
      'resortId', listing.resort_id,
      'title', listing.title,
      'availableFrom', listing.available_from,
      'availableTo', listing.available_to,
      'maxGuests', listing.max_guests,
      'bedrooms', listing.bedrooms,
      'isOnOffer', listing.on_offer,
      'isForSale', listing.is_for_sale,
      'pricePerNight', jsonb_build_object('amount', listing.price_per_night_cents, 'currency', listing.currency),
      'salePrice', CASE WHEN listing.is_for_sale AND listing.sale_price_cents IS NOT NULL THEN
        jsonb_build_object('amount', listing.sale_price_cents, 'currency', listing.currency) END) END)
$$;

CREATE OR REPLACE FUNCTION listing_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_public boolean := TG_OP <> 'INSERT' AND (OLD.on_offer OR OLD.on_sale);
  is_public boolean := TG_OP <> 'DELETE' AND (NEW.on_offer OR NEW.on_sale);
BEGIN
  IF is_public THEN
    PERFORM write_listing_event(CASE WHEN was_public THEN 'changed' ELSE 'published' END, NEW);
  ELSE
    PERFORM write_listing_event('withdrawn', OLD);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listing_inserted_event AFTER INSERT ON listings FOR EACH ROW
  WHEN (NEW.on_offer OR NEW.on_sale) EXECUTE FUNCTION listing_api_event();
CREATE OR REPLACE TRIGGER listing_deleted_event AFTER DELETE ON listings FOR EACH ROW
  WHEN (OLD.on_offer OR OLD.on_sale) EXECUTE FUNCTION listing_api_event();

-- The columns of the GraphQL type Listing.
CREATE OR REPLACE TRIGGER listing_updated_event AFTER UPDATE ON listings FOR EACH ROW
  WHEN ((OLD.on_offer OR OLD.on_sale OR NEW.on_offer OR NEW.on_sale) AND
    (OLD.on_offer, OLD.on_sale, OLD.resort_id, OLD.provider_id, OLD.title, OLD.description,
     OLD.price_per_night_cents, OLD.currency, OLD.cleaning_fee_cents, OLD.is_instant,
     OLD.cancellation_policy, OLD.available_from, OLD.available_to, OLD.min_nights, OLD.max_guests,
     OLD.bedrooms, OLD.is_for_sale, OLD.sale_price_cents, OLD.first_year_cents,
     OLD.escrow_status = 'active', OLD.ownership, OLD.season, OLD.week_number, OLD.check_in_day,
     OLD.unit_type, OLD.view, OLD.use, OLD.tenure, OLD.maintenance_fee_cents, OLD.next_fee_paid_by,
     OLD.first_use_year, OLD.right_of_first_refusal, OLD.resale_restrictions, OLD.yearly_points,
     OLD.beds, OLD.bathrooms, OLD.kitchen, OLD.check_in_time)
    IS DISTINCT FROM
    (NEW.on_offer, NEW.on_sale, NEW.resort_id, NEW.provider_id, NEW.title, NEW.description,
     NEW.price_per_night_cents, NEW.currency, NEW.cleaning_fee_cents, NEW.is_instant,
     NEW.cancellation_policy, NEW.available_from, NEW.available_to, NEW.min_nights, NEW.max_guests,
     NEW.bedrooms, NEW.is_for_sale, NEW.sale_price_cents, NEW.first_year_cents,
     NEW.escrow_status = 'active', NEW.ownership, NEW.season, NEW.week_number, NEW.check_in_day,
     NEW.unit_type, NEW.view, NEW.use, NEW.tenure, NEW.maintenance_fee_cents, NEW.next_fee_paid_by,
     NEW.first_use_year, NEW.right_of_first_refusal, NEW.resale_restrictions, NEW.yearly_points,
     NEW.beds, NEW.bathrooms, NEW.kitchen, NEW.check_in_time))
  EXECUTE FUNCTION listing_api_event();

CREATE OR REPLACE FUNCTION write_resort_event(event text, resort resorts) RETURNS void LANGUAGE sql AS $$
  SELECT write_api_event('resort.' || event, 'Resort', resort.id, NULL,
    CASE WHEN event = 'withdrawn' THEN '{}' ELSE jsonb_build_object(
      'name', resort.name,
      'brand', resort.brand,
      'location', resort.location,
      'destination', resort.destination) END)
$$;

CREATE OR REPLACE FUNCTION resort_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM write_resort_event('withdrawn', OLD);
  ELSE
    PERFORM write_resort_event(CASE TG_OP WHEN 'INSERT' THEN 'published' ELSE 'changed' END, NEW);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER resort_event AFTER INSERT OR DELETE ON resorts
  FOR EACH ROW EXECUTE FUNCTION resort_api_event();

CREATE OR REPLACE TRIGGER resort_updated_event AFTER UPDATE ON resorts FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION resort_api_event();

-- Events for the listings and resorts of changed pictures and seasons, which change many at a time.
CREATE OR REPLACE FUNCTION write_owner_events(listing_ids uuid[], resort_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT write_listing_event('changed', listings) FROM listings
  WHERE id = ANY (listing_ids) AND (on_offer OR on_sale);
  SELECT write_resort_event('changed', resorts) FROM resorts WHERE id = ANY (resort_ids);
$$;

CREATE OR REPLACE FUNCTION pictures_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM write_owner_events(array_agg(listing_id), array_agg(resort_id)) FROM added;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_owner_events(array_agg(listing_id), array_agg(resort_id)) FROM removed;
  ELSE
    PERFORM write_owner_events(array_agg(added.listing_id), array_agg(added.resort_id))
    FROM added JOIN removed USING (id) WHERE added IS DISTINCT FROM removed;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER pictures_inserted_event AFTER INSERT ON pictures
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION pictures_api_event();
CREATE OR REPLACE TRIGGER pictures_updated_event AFTER UPDATE ON pictures
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION pictures_api_event();
CREATE OR REPLACE TRIGGER pictures_deleted_event AFTER DELETE ON pictures
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION pictures_api_event();

CREATE OR REPLACE FUNCTION seasons_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_owner_events(NULL,
    ARRAY[CASE TG_OP WHEN 'DELETE' THEN OLD.resort_id ELSE NEW.resort_id END]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER season_event AFTER INSERT OR DELETE ON resort_seasons
  FOR EACH ROW EXECUTE FUNCTION seasons_api_event();
CREATE OR REPLACE TRIGGER season_updated_event AFTER UPDATE ON resort_seasons FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION seasons_api_event();

-- Only the owner receives the event, and for a checkout only once it becomes a request or a
-- booking.
CREATE OR REPLACE FUNCTION booking_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_protected AND NEW.status IN ('held', 'expired', 'cancelled') AND NOT EXISTS (
    SELECT FROM booking_events WHERE booking_id = NEW.id AND move IN ('request', 'confirm')) THEN
    RETURN NULL;
  END IF;
  PERFORM write_api_event('booking.' || NEW.status, 'Booking', NEW.id, NEW.owner_id,
    jsonb_build_object(
      'status', upper(NEW.status::text),
      'resortId', NEW.resort_id,
      'listingId', NEW.listing_id,
      'checkIn', NEW.check_in,
      'checkOut', NEW.check_out,
      'guests', NEW.guests));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_inserted_event AFTER INSERT ON bookings FOR EACH ROW
  WHEN (NEW.owner_id IS NOT NULL) EXECUTE FUNCTION booking_api_event();
CREATE OR REPLACE TRIGGER booking_updated_event AFTER UPDATE ON bookings FOR EACH ROW
  WHEN (NEW.owner_id IS NOT NULL AND (OLD.status, OLD.owner_id) IS DISTINCT FROM (NEW.status, NEW.owner_id))
  EXECUTE FUNCTION booking_api_event();

-- Leaves out the text of a review, which may be removed while the event is kept.
CREATE OR REPLACE FUNCTION review_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_api_event('review.published', 'Review', NEW.id, NULL, jsonb_build_object(
    'resortId', NEW.resort_id,
    'rating', NEW.rating,
    'hasStayed', NEW.booking_id IS NOT NULL));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_event AFTER INSERT ON reviews
  FOR EACH ROW EXECUTE FUNCTION review_api_event();

-- A member has read the tokens that they made, so these end with the member's right to make tokens.
CREATE OR REPLACE FUNCTION revoke_tokens_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_tokens SET revoked_at = now()
  WHERE organization_id = OLD.organization_id AND created_by = OLD.user_id AND revoked_at IS NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER organization_members_left AFTER DELETE ON organization_members
FOR EACH ROW EXECUTE FUNCTION revoke_tokens_of_member();
CREATE OR REPLACE TRIGGER organization_members_lost_rights AFTER UPDATE OF role ON organization_members
FOR EACH ROW WHEN (OLD.role <> 'viewer' AND NEW.role = 'viewer')
EXECUTE FUNCTION revoke_tokens_of_member();
