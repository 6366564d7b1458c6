-- CreateTable
CREATE TABLE "api_event_clock" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "ahead" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "api_event_clock_pkey" PRIMARY KEY ("id")
);

-- What the numbers of transactions begin with: see api_event_clock in schema.prisma.
INSERT INTO api_event_clock DEFAULT VALUES;

CREATE FUNCTION api_event_transaction() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT ahead + pg_current_xact_id()::text::bigint FROM api_event_clock
$$;

-- CreateTable
CREATE TABLE "api_events" (
    "id" UUID NOT NULL,
    "transaction" BIGINT NOT NULL DEFAULT api_event_transaction(),
    "sequence" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" UUID NOT NULL,
    "owner_id" UUID,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "data" JSONB NOT NULL,

    CONSTRAINT "api_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "api_events_occurred_at_idx" ON "api_events"("occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_events_transaction_sequence_key" ON "api_events"("transaction", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "api_events_transaction_object_id_type_key" ON "api_events"("transaction", "object_id", "type");

-- What Prisma's schema cannot say.

ALTER TABLE api_events
  ADD CONSTRAINT api_events_type CHECK (type ~ '^[a-z]+[.][a-z_]+$'),
  ADD CONSTRAINT api_events_object CHECK (object_type ~ '^[A-Z][A-Za-z]+$');

-- Events of transactions before this number are complete: no open transaction can still add to them.
CREATE FUNCTION settled_api_events() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT ahead + pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM api_event_clock
$$;

-- After the data was restored on a server that numbers its transactions anew: goes on after the
-- numbers that were given, so that cursors stay valid.
CREATE FUNCTION continue_api_events() RETURNS void LANGUAGE sql AS $$
  UPDATE api_event_clock SET ahead = newest + 1
  FROM (SELECT max(transaction) AS newest FROM api_events) AS given
  WHERE newest >= ahead + pg_snapshot_xmax(pg_current_snapshot())::text::bigint
$$;

-- Several changes of one kind by one transaction are one event, which says what came of them.
CREATE FUNCTION write_api_event(event text, object text, object_id uuid, owner_id uuid, data jsonb)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO api_events AS written (id, type, object_type, object_id, owner_id, data)
  VALUES (gen_random_uuid(), event, object, object_id, owner_id, data)
  ON CONFLICT (transaction, object_id, type)
    DO UPDATE SET data = EXCLUDED.data, sequence = EXCLUDED.sequence
$$;

-- Only of listings that are on offer or for sale. Nothing is told of what they became when they left.
CREATE FUNCTION write_listing_event(event text, listing listings) RETURNS void LANGUAGE sql AS $$
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

CREATE FUNCTION listing_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER listing_inserted_event AFTER INSERT ON listings FOR EACH ROW
  WHEN (NEW.on_offer OR NEW.on_sale) EXECUTE FUNCTION listing_api_event();

CREATE TRIGGER listing_deleted_event AFTER DELETE ON listings FOR EACH ROW
  WHEN (OLD.on_offer OR OLD.on_sale) EXECUTE FUNCTION listing_api_event();

-- The columns that the type Listing shows.
CREATE TRIGGER listing_updated_event AFTER UPDATE ON listings FOR EACH ROW
  WHEN ((OLD.on_offer OR OLD.on_sale OR NEW.on_offer OR NEW.on_sale) AND
    (OLD.on_offer, OLD.on_sale, OLD.resort_id, OLD.provider_id, OLD.title, OLD.description,
     OLD.price_per_night_cents, OLD.currency, OLD.cleaning_fee_cents, OLD.is_instant,
     OLD.cancellation_policy, OLD.available_from, OLD.available_to, OLD.min_nights, OLD.max_guests,
     OLD.bedrooms, OLD.is_for_sale, OLD.sale_price_cents, OLD.first_year_cents,
     OLD.escrow_status = 'active', OLD.ownership, OLD.season, OLD.week_number, OLD.check_in_day,
     OLD.unit_type, OLD.view, OLD.use, OLD.tenure, OLD.maintenance_fee_cents, OLD.next_fee_paid_by,
     OLD.first_use_year, OLD.right_of_first_refusal, OLD.resale_restrictions)
    IS DISTINCT FROM
    (NEW.on_offer, NEW.on_sale, NEW.resort_id, NEW.provider_id, NEW.title, NEW.description,
     NEW.price_per_night_cents, NEW.currency, NEW.cleaning_fee_cents, NEW.is_instant,
     NEW.cancellation_policy, NEW.available_from, NEW.available_to, NEW.min_nights, NEW.max_guests,
     NEW.bedrooms, NEW.is_for_sale, NEW.sale_price_cents, NEW.first_year_cents,
     NEW.escrow_status = 'active', NEW.ownership, NEW.season, NEW.week_number, NEW.check_in_day,
     NEW.unit_type, NEW.view, NEW.use, NEW.tenure, NEW.maintenance_fee_cents, NEW.next_fee_paid_by,
     NEW.first_use_year, NEW.right_of_first_refusal, NEW.resale_restrictions))
  EXECUTE FUNCTION listing_api_event();

CREATE FUNCTION write_resort_event(event text, resort resorts) RETURNS void LANGUAGE sql AS $$
  SELECT write_api_event('resort.' || event, 'Resort', resort.id, NULL,
    CASE WHEN event = 'withdrawn' THEN '{}' ELSE jsonb_build_object(
      'name', resort.name,
      'brand', resort.brand,
      'location', resort.location,
      'destination', resort.destination) END)
$$;

CREATE FUNCTION resort_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM write_resort_event('withdrawn', OLD);
  ELSE
    PERFORM write_resort_event(CASE TG_OP WHEN 'INSERT' THEN 'published' ELSE 'changed' END, NEW);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER resort_event AFTER INSERT OR DELETE ON resorts
  FOR EACH ROW EXECUTE FUNCTION resort_api_event();

-- The version counts edits, not what reviews and listings move.
CREATE TRIGGER resort_updated_event AFTER UPDATE ON resorts FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION resort_api_event();

-- Pictures and seasons belong to what they show. They are changed many at a time.
CREATE FUNCTION write_owner_events(listing_ids uuid[], resort_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT write_listing_event('changed', listings) FROM listings
  WHERE id = ANY (listing_ids) AND (on_offer OR on_sale);
  SELECT write_resort_event('changed', resorts) FROM resorts WHERE id = ANY (resort_ids);
$$;

CREATE FUNCTION pictures_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER pictures_inserted_event AFTER INSERT ON pictures
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION pictures_api_event();
CREATE TRIGGER pictures_updated_event AFTER UPDATE ON pictures
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION pictures_api_event();
CREATE TRIGGER pictures_deleted_event AFTER DELETE ON pictures
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION pictures_api_event();

CREATE FUNCTION seasons_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_owner_events(NULL,
    ARRAY[CASE TG_OP WHEN 'DELETE' THEN OLD.resort_id ELSE NEW.resort_id END]);
  RETURN NULL;
END $$;

CREATE TRIGGER season_event AFTER INSERT OR DELETE ON resort_seasons
  FOR EACH ROW EXECUTE FUNCTION seasons_api_event();
CREATE TRIGGER season_updated_event AFTER UPDATE ON resort_seasons FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION seasons_api_event();

-- Only the owner is told, and of a checkout only once it became a request or a booking.
CREATE FUNCTION booking_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER booking_inserted_event AFTER INSERT ON bookings FOR EACH ROW
  WHEN (NEW.owner_id IS NOT NULL) EXECUTE FUNCTION booking_api_event();
CREATE TRIGGER booking_updated_event AFTER UPDATE ON bookings FOR EACH ROW
  WHEN (NEW.owner_id IS NOT NULL AND OLD.status <> NEW.status) EXECUTE FUNCTION booking_api_event();

-- The words of a review stay out: they may be taken down while the event is still kept.
CREATE FUNCTION review_api_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_api_event('review.published', 'Review', NEW.id, NULL, jsonb_build_object(
    'resortId', NEW.resort_id,
    'rating', NEW.rating,
    'hasStayed', NEW.booking_id IS NOT NULL));
  RETURN NULL;
END $$;

CREATE TRIGGER review_event AFTER INSERT ON reviews
  FOR EACH ROW EXECUTE FUNCTION review_api_event();
