-- The tables of Tideweek. Functions and triggers stand in prisma/sql: a line "function: NAME" creates
-- the function that an index, a constraint or a default needs.
-- replaces: 57d79229d8eaaec228b6ba5a05f020faa05d5dcabe05df0d4b5290b17f8a239a

-- Extensions that every supported PostgreSQL ships (contrib).
CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

CREATE TEXT SEARCH CONFIGURATION tideweek (COPY = pg_catalog.english);

CREATE TYPE "UserRole" AS ENUM ('user', 'admin');
CREATE TYPE "WeekRule" AS ENUM ('friday', 'saturday', 'sunday');
CREATE TYPE "BookingStatus" AS ENUM (
  'pending', 'held', 'confirmed', 'cancelled', 'completed', 'certified', 'checked_in', 'declined',
  'expired', 'disputed', 'resolved'
);
CREATE TYPE "ContractVerificationStatus" AS ENUM (
  'pending', 'verified', 'rejected', 'more_information', 'expired'
);
CREATE TYPE "EscrowStatus" AS ENUM ('none', 'pending', 'active', 'released', 'refunded', 'disputed');
CREATE TYPE "InquiryStatus" AS ENUM ('new', 'contacted', 'converted', 'closed');
CREATE TYPE "SecretLinkPurpose" AS ENUM ('verify_email', 'reset_password', 'change_email');
CREATE TYPE "MailStatus" AS ENUM ('waiting', 'sent', 'failed');
CREATE TYPE "ReviewReportStatus" AS ENUM ('open', 'dismissed', 'upheld');
CREATE TYPE "ContractDocumentStatus" AS ENUM ('uploading', 'checking', 'accepted', 'attached', 'discarded');
CREATE TYPE "ListingOwnership" AS ENUM ('fixed', 'floating', 'rotating', 'points');
CREATE TYPE "ListingUse" AS ENUM ('annual', 'odd', 'even');
CREATE TYPE "ListingTenure" AS ENUM ('deeded', 'right_to_use');
CREATE TYPE "FeePayer" AS ENUM ('owner', 'buyer');
CREATE TYPE "Weekday" AS ENUM ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday');
CREATE TYPE "ListingEventKind" AS ENUM (
  'created', 'edited', 'contract_attached', 'review_requested', 'verified', 'rejected',
  'more_information_requested', 'evidence_expired', 'withdrawn', 'relisted', 'escrow_requested',
  'escrow_declined', 'escrow_active', 'escrow_released', 'escrow_refunded', 'escrow_disputed'
);
CREATE TYPE "InquiryEventKind" AS ENUM ('note', 'reply', 'status', 'draft');
CREATE TYPE "InventoryProviderKind" AS ENUM ('json_feed', 'csv_feed', 'icalendar', 'tideweek');
CREATE TYPE "InventoryRunPurpose" AS ENUM ('preview', 'sync');
CREATE TYPE "InventoryRunStatus" AS ENUM ('waiting', 'running', 'completed', 'failed', 'cancelled');
CREATE TYPE "InventoryRowChange" AS ENUM ('created', 'updated', 'unchanged');
CREATE TYPE "CancellationPolicy" AS ENUM ('flexible', 'moderate', 'strict', 'none_after_48h');
CREATE TYPE "PaymentKind" AS ENUM ('authorize', 'charge', 'capture', 'void', 'refund', 'transfer');
CREATE TYPE "PaymentOperationStatus" AS ENUM ('waiting', 'needs_action', 'succeeded', 'failed');
CREATE TYPE "LedgerAccount" AS ENUM (
  'escrow', 'traveller', 'owner_payable', 'provider_payable', 'service_fee', 'tax_payable'
);
CREATE TYPE "LedgerReason" AS ENUM (
  'charge', 'refund', 'release', 'retention', 'payout', 'chargeback', 'correction'
);
CREATE TYPE "BookingParty" AS ENUM ('traveler', 'owner', 'team', 'clock', 'payment');
CREATE TYPE "BookingMove" AS ENUM (
  'hold', 'abandon', 'lapse', 'request', 'confirm', 'withdraw', 'accept', 'decline', 'expire',
  'fail', 'certify', 'remind_owner', 'remind_owner_again', 'escalate', 'check_in', 'release',
  'complete', 'cancel', 'cancel_by_owner', 'cancel_by_team', 'dispute', 'resolve',
  'replace_certificate', 'offer', 'take_offer', 'refuse_offer', 'lapse_offer'
);
CREATE TYPE "MessageSide" AS ENUM ('traveler', 'owner');
CREATE TYPE "PayoutAccountStatus" AS ENUM ('incomplete', 'checking', 'ready', 'refused');
CREATE TYPE "OrganizationStatus" AS ENUM ('pending', 'approved', 'refused', 'suspended');
CREATE TYPE "OrganizationRole" AS ENUM ('owner', 'developer', 'viewer');
CREATE TYPE "TokenMode" AS ENUM ('live', 'test');
CREATE TYPE "Kitchen" AS ENUM ('full', 'kitchenette', 'none');

CREATE TABLE users (
  id uuid PRIMARY KEY,
  username citext NOT NULL,
  email citext NOT NULL,
  password_hash text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  role "UserRole" NOT NULL DEFAULT 'user',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_at timestamptz(3),
  email_verified_at timestamptz(3),
  search_text text COLLATE "C" NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT users_username_filled CHECK (btrim(username::text) <> ''),
  CONSTRAINT users_email_shape CHECK (email::text LIKE '%_@_%'),
  CONSTRAINT users_password_hashed CHECK (password_hash LIKE '$argon2id$%'),
  CONSTRAINT users_version CHECK (version >= 1),
  -- lower() and citext fold some other letters to plain ones (U+0130 to i, U+212A to k), as the rest of
  -- the product does not: see api/platform/accountNames.ts.
  CONSTRAINT users_username_plain CHECK (username::text COLLATE "C" ~ '^[!-~]+$'),
  CONSTRAINT users_email_plain CHECK (email::text COLLATE "C" ~ '^[!-~]+$')
);
CREATE UNIQUE INDEX users_username_key ON users (username);
CREATE UNIQUE INDEX users_email_key ON users (email);
CREATE INDEX users_created_at_id_idx ON users (created_at, id);
CREATE INDEX users_role_created_at_id_idx ON users (role, created_at, id);
CREATE INDEX users_search_text_id_idx ON users (search_text, id);
CREATE INDEX users_search_text_idx ON users USING gin (search_text gin_trgm_ops);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  user_agent text,
  address text,
  CONSTRAINT sessions_absolute_end CHECK (expires_at <= created_at + interval '2160 hours')
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

CREATE TABLE time_zones (
  name text PRIMARY KEY,
  today date NOT NULL
);

CREATE TABLE occupancy_taxes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  destination text NOT NULL,
  rate_bps integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT occupancy_taxes_rate CHECK (rate_bps BETWEEN 0 AND 5000)
);
CREATE UNIQUE INDEX occupancy_taxes_destination_key ON occupancy_taxes (destination);

-- function: search_fold
-- function: resort_fine_zone
-- function: resort_zone
-- function: resort_zone_words

CREATE TABLE resorts (
  id uuid PRIMARY KEY,
  slug text NOT NULL,
  name text NOT NULL,
  brand text NOT NULL,
  city text NOT NULL DEFAULT '',
  region text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  location text NOT NULL,
  destination text NOT NULL REFERENCES occupancy_taxes (destination) ON DELETE RESTRICT ON UPDATE CASCADE,
  description text NOT NULL,
  image_url text NOT NULL,
  amenities text[] DEFAULT ARRAY[]::text[],
  rating numeric(3,2) NOT NULL DEFAULT 0,
  rating_sum integer NOT NULL DEFAULT 0,
  review_count integer NOT NULL DEFAULT 0,
  available_rentals integer NOT NULL DEFAULT 0,
  price_min integer NOT NULL DEFAULT 0,
  price_max integer NOT NULL DEFAULT 0,
  is_new_availability boolean NOT NULL DEFAULT false,
  latitude double precision,
  longitude double precision,
  timezone text NOT NULL DEFAULT 'UTC' REFERENCES time_zones ON DELETE RESTRICT ON UPDATE CASCADE,
  week_rule "WeekRule" NOT NULL DEFAULT 'saturday',
  search_vector tsvector NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT resorts_name_filled CHECK (btrim(name) <> ''),
  CONSTRAINT resorts_price_range CHECK (0 <= price_min AND price_min <= price_max),
  CONSTRAINT resorts_rating_range CHECK (rating >= 0 AND rating <= 5),
  CONSTRAINT resorts_counts CHECK (review_count >= 0 AND rating_sum >= 0 AND available_rentals >= 0),
  CONSTRAINT resorts_coordinates CHECK (latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180),
  CONSTRAINT resorts_version CHECK (version >= 1)
);
CREATE UNIQUE INDEX resorts_slug_key ON resorts (slug);
CREATE INDEX resorts_price_min_id_idx ON resorts (price_min, id);
CREATE INDEX resorts_rating_review_count_id_idx ON resorts (rating, review_count, id);
CREATE INDEX resorts_review_count_id_idx ON resorts (review_count, id);
CREATE INDEX resorts_created_at_id_idx ON resorts (created_at, id);
CREATE INDEX resorts_destination_price_min_id_idx ON resorts (destination, price_min, id);
CREATE INDEX resorts_destination_rating_review_count_id_idx
  ON resorts (destination, rating, review_count, id);
CREATE INDEX resorts_is_new_availability_rating_review_count_id_idx
  ON resorts (is_new_availability, rating, review_count, id);
CREATE INDEX resorts_brand_id_idx ON resorts (brand, id);
CREATE INDEX resorts_amenities_idx ON resorts USING gin (amenities) WITH (fastupdate=off);
CREATE INDEX resorts_search_vector_idx ON resorts USING gin (search_vector) WITH (fastupdate=off);
CREATE INDEX resorts_city_idx ON resorts (city);
CREATE INDEX resorts_region_idx ON resorts (region);
CREATE INDEX resorts_latitude_longitude_idx ON resorts (latitude, longitude);
CREATE INDEX resorts_name_id_idx ON resorts (name, id);
-- Resorts of providers are compared with ours by name.
CREATE INDEX resorts_folded_name_idx ON resorts USING GIN (search_fold(name) gin_trgm_ops);
CREATE INDEX resorts_updated_at_idx ON resorts (updated_at);
-- Without a list of pending entries, which every look into a zone would read.
CREATE INDEX resorts_zone_words_idx ON resorts
  USING GIN (resort_zone_words(search_vector, price_min, rating, review_count)) WITH (fastupdate = off);

CREATE TABLE brand_aliases (
  alias citext PRIMARY KEY,
  brand text NOT NULL
);
CREATE INDEX brand_aliases_brand_idx ON brand_aliases (brand);

CREATE TABLE search_words (
  word text COLLATE "C" PRIMARY KEY
);
CREATE INDEX search_words_word_idx ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate=off);

CREATE TABLE inventory_providers (
  id uuid PRIMARY KEY,
  name citext NOT NULL,
  kind "InventoryProviderKind" NOT NULL,
  address text NOT NULL,
  mapping jsonb NOT NULL DEFAULT '{}',
  schedule text,
  is_enabled boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT inventory_providers_name CHECK (btrim(name) <> '' AND length(name) <= 80),
  CONSTRAINT inventory_providers_address CHECK (length(address) <= 2000),
  CONSTRAINT inventory_providers_mapping CHECK (jsonb_typeof(mapping) = 'object'),
  CONSTRAINT inventory_providers_version CHECK (version >= 1)
);
CREATE UNIQUE INDEX inventory_providers_name_key ON inventory_providers (name);

-- function: shortest_stay

CREATE TABLE listings (
  id uuid PRIMARY KEY,
  resort_id uuid NOT NULL REFERENCES resorts ON DELETE RESTRICT ON UPDATE CASCADE,
  owner_id uuid REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  title text NOT NULL,
  description text NOT NULL,
  price_per_night_cents integer NOT NULL,
  currency char(3) NOT NULL DEFAULT 'USD',
  available_from date NOT NULL,
  available_to date NOT NULL,
  max_guests integer NOT NULL DEFAULT 1,
  bedrooms integer,
  is_active boolean NOT NULL DEFAULT true,
  contract_document_url text,
  contract_verification_status "ContractVerificationStatus" NOT NULL DEFAULT 'pending',
  escrow_status "EscrowStatus" NOT NULL DEFAULT 'none',
  ownership_verified boolean NOT NULL DEFAULT false,
  escrow_account_id text,
  sale_price_cents integer,
  is_for_sale boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  calendar_token_hash text,
  check_in_day "Weekday",
  escrow_reference uuid,
  evidence_ends_on date,
  maintenance_fee_cents integer,
  next_fee_paid_by "FeePayer",
  ownership "ListingOwnership",
  resale_restrictions text,
  review_requested_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  right_of_first_refusal boolean,
  season text,
  tenure "ListingTenure",
  unit_type text,
  use "ListingUse",
  version integer NOT NULL DEFAULT 1,
  view text,
  week_number integer,
  external_id text,
  provider_id uuid REFERENCES inventory_providers ON DELETE RESTRICT ON UPDATE CASCADE,
  on_offer boolean NOT NULL DEFAULT false,
  first_use_year integer,
  first_year_cents integer,
  on_sale boolean NOT NULL DEFAULT false,
  min_nights integer DEFAULT 1,
  cancellation_policy "CancellationPolicy" NOT NULL DEFAULT 'flexible',
  cleaning_fee_cents integer NOT NULL DEFAULT 0,
  is_instant boolean NOT NULL DEFAULT false,
  -- Points for sale say how many there are a year.
  yearly_points integer,
  bathrooms double precision,
  beds integer,
  check_in_time text,
  kitchen "Kitchen",
  CONSTRAINT listings_dates_in_order CHECK (available_from < available_to),
  CONSTRAINT listings_price CHECK (price_per_night_cents >= 0),
  CONSTRAINT listings_sale_price CHECK (sale_price_cents > 0),
  CONSTRAINT listings_guests CHECK (max_guests >= 1),
  CONSTRAINT listings_bedrooms CHECK (bedrooms >= 0),
  CONSTRAINT listings_currency CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT listings_title_filled CHECK (btrim(title) <> ''),
  CONSTRAINT listings_week_number CHECK (week_number BETWEEN 1 AND 53),
  CONSTRAINT listings_check_in_day CHECK (
    check_in_day = (enum_range(NULL::"Weekday"))[extract(isodow FROM available_from)::int]),
  CONSTRAINT listings_maintenance_fee CHECK (maintenance_fee_cents >= 0),
  CONSTRAINT listings_sale_has_price CHECK (NOT is_for_sale OR sale_price_cents IS NOT NULL),
  CONSTRAINT listings_ownership_verified CHECK (
    NOT ownership_verified OR contract_verification_status = 'verified'),
  CONSTRAINT listings_escrow_reference CHECK (
    escrow_status = 'none' OR escrow_reference IS NOT NULL),
  CONSTRAINT listings_version CHECK (version >= 1),
  CONSTRAINT listings_offered_by_one CHECK ((owner_id IS NULL) = (provider_id IS NOT NULL)),
  CONSTRAINT listings_external_id CHECK (
    (external_id IS NULL) = (provider_id IS NULL) AND btrim(external_id) <> '' AND length(external_id) <= 200),
  CONSTRAINT listings_calendar_token_hashed CHECK (calendar_token_hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT listings_first_use_year CHECK (first_use_year BETWEEN 2000 AND 2200),
  -- No stay has more than 60 nights.
  CONSTRAINT listings_min_nights CHECK (
    shortest_stay(min_nights, available_from, available_to) BETWEEN 1 AND least(60, available_to - available_from)),
  CONSTRAINT listings_cleaning_fee CHECK (cleaning_fee_cents BETWEEN 0 AND 1000000),
  CONSTRAINT listings_instant_by_owners CHECK (NOT is_instant OR provider_id IS NULL),
  CONSTRAINT listings_yearly_points CHECK (
    yearly_points IS NULL OR (yearly_points BETWEEN 1 AND 10000000 AND ownership = 'points') IS TRUE),
  CONSTRAINT listings_beds CHECK (beds BETWEEN 1 AND 40),
  -- In halves: a bathroom without a bath or shower is half of one.
  CONSTRAINT listings_bathrooms CHECK (
    bathrooms BETWEEN 0.5 AND 20 AND bathrooms * 2 = trunc(bathrooms * 2)),
  CONSTRAINT listings_check_in_time CHECK (check_in_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
CREATE INDEX listings_owner_id_created_at_idx ON listings (owner_id, created_at);
CREATE INDEX listings_available_from_available_to_idx ON listings (available_from, available_to);
CREATE UNIQUE INDEX listings_escrow_reference_key ON listings (escrow_reference);
CREATE INDEX listings_contract_verification_status_review_requested_at_i_idx
  ON listings (contract_verification_status, review_requested_at, id);
CREATE INDEX listings_evidence_ends_on_idx ON listings (evidence_ends_on);
CREATE UNIQUE INDEX listings_provider_id_external_id_key ON listings (provider_id, external_id);
CREATE INDEX listings_resort_id_on_offer_available_from_id_idx
  ON listings (resort_id, on_offer, available_from, id);
CREATE INDEX listings_on_offer_available_to_idx ON listings (on_offer, available_to);
CREATE INDEX listings_created_at_id_idx ON listings (created_at, id);
CREATE INDEX listings_price_per_night_cents_id_idx ON listings (price_per_night_cents, id);
CREATE INDEX listings_folded_title_idx ON listings USING GIN (search_fold(title) gin_trgm_ops);
CREATE UNIQUE INDEX listings_calendar_token_hash_key ON listings (calendar_token_hash);
CREATE INDEX listings_on_offer_updated_at_idx ON listings (on_offer, updated_at);
-- One index for each order of weeks for sale. The first has all facts that are filtered and counted,
-- so that a search that few weeks meet reads no rows of the table.
CREATE INDEX listings_on_sale_price ON listings (currency, sale_price_cents, id)
  INCLUDE (resort_id, maintenance_fee_cents, first_year_cents, ownership, use, tenure, season,
           week_number, bedrooms, max_guests, first_use_year)
  WHERE on_sale;
CREATE INDEX listings_on_sale_fee ON listings (currency, coalesce(maintenance_fee_cents, 2147483647), id)
  WHERE on_sale;
CREATE INDEX listings_on_sale_first_year ON listings (currency, coalesce(first_year_cents, 2147483647), id)
  WHERE on_sale;
CREATE INDEX listings_on_sale_created ON listings (created_at, id) WHERE on_sale;
CREATE INDEX listings_on_sale_resort ON listings (resort_id) WHERE on_sale;
CREATE INDEX listings_on_sale_week ON listings (week_number) WHERE on_sale;

-- function: takes_nights
-- function: dispute_rank

CREATE TABLE bookings (
  id uuid PRIMARY KEY,
  resort_id uuid NOT NULL REFERENCES resorts ON DELETE RESTRICT ON UPDATE CASCADE,
  listing_id uuid REFERENCES listings ON DELETE RESTRICT ON UPDATE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  check_in date NOT NULL,
  check_out date NOT NULL,
  guests integer NOT NULL,
  total_price_cents integer NOT NULL,
  currency char(3) NOT NULL DEFAULT 'USD',
  status "BookingStatus" NOT NULL DEFAULT 'pending',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  accepted_at timestamptz(3),
  answer_by timestamptz(3),
  cancellation_policy "CancellationPolicy",
  certificate_number text,
  cleaning_cents integer,
  confirmed_at timestamptz(3),
  ended_by "BookingParty",
  guest_names text[] NOT NULL DEFAULT ARRAY[]::text[],
  held_until timestamptz(3),
  is_instant boolean NOT NULL DEFAULT false,
  is_protected boolean NOT NULL DEFAULT false,
  message text,
  nights_cents integer,
  owner_id uuid REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  price_per_night_cents integer,
  refund_cents integer,
  released_at timestamptz(3),
  service_fee_bps integer,
  service_fee_cents integer,
  tax_bps integer,
  tax_cents integer,
  version integer NOT NULL DEFAULT 1,
  disputed_at timestamptz(3),
  offer_of_id uuid REFERENCES bookings ON DELETE RESTRICT ON UPDATE CASCADE,
  offered_check_in date,
  offered_check_out date,
  offered_price_per_night_cents integer,
  CONSTRAINT bookings_dates_in_order CHECK (check_in < check_out),
  CONSTRAINT bookings_guests CHECK (guests >= 1),
  CONSTRAINT bookings_price CHECK (total_price_cents >= 0),
  CONSTRAINT bookings_currency CHECK (currency ~ '^[A-Z]{3}$'),
  -- A night of a listing is sold once: nights are [check_in, check_out).
  CONSTRAINT bookings_no_double_booking
    EXCLUDE USING gist (listing_id WITH =, daterange(check_in, check_out, '[)') WITH &&)
    WHERE (listing_id IS NOT NULL AND takes_nights(status)),
  -- Facts that each status needs, and price lines that add up.
  CONSTRAINT bookings_protected CHECK (NOT is_protected OR (
    listing_id IS NOT NULL AND cancellation_policy IS NOT NULL
    AND tax_bps >= 0 AND service_fee_bps >= 0
    AND cleaning_cents >= 0 AND tax_cents >= 0 AND service_fee_cents >= 0
    AND nights_cents = price_per_night_cents * (check_out - check_in)
    AND nights_cents + cleaning_cents + tax_cents + service_fee_cents = total_price_cents) IS TRUE),
  CONSTRAINT bookings_deadlines CHECK (NOT is_protected OR CASE status
    WHEN 'held' THEN held_until IS NOT NULL
    WHEN 'pending' THEN answer_by IS NOT NULL
    WHEN 'declined' THEN ended_by IS NOT NULL
    WHEN 'expired' THEN ended_by IS NOT NULL
    WHEN 'cancelled' THEN ended_by IS NOT NULL
    ELSE confirmed_at IS NOT NULL END),
  CONSTRAINT bookings_certificate CHECK (
    NOT is_protected OR status <> 'certified' OR certificate_number IS NOT NULL),
  CONSTRAINT bookings_refund CHECK (refund_cents BETWEEN 0 AND total_price_cents),
  CONSTRAINT bookings_message CHECK (length(message) <= 2000),
  -- Other terms are offered for a request instead of accepting it, at a price that is not above its own.
  CONSTRAINT bookings_offer CHECK (
    num_nonnulls(offered_check_in, offered_check_out, offered_price_per_night_cents) = 0
    OR (offered_check_in < offered_check_out
        AND offered_price_per_night_cents BETWEEN 1 AND price_per_night_cents
        AND is_protected AND status IN ('pending', 'declined', 'expired', 'cancelled')
        AND accepted_at IS NULL AND confirmed_at IS NULL) IS TRUE)
);
CREATE INDEX bookings_user_id_check_in_idx ON bookings (user_id, check_in);
CREATE INDEX bookings_resort_id_idx ON bookings (resort_id);
CREATE INDEX bookings_listing_id_idx ON bookings (listing_id);
CREATE INDEX bookings_created_at_id_idx ON bookings (created_at, id);
CREATE INDEX bookings_status_created_at_id_idx ON bookings (status, created_at, id);
CREATE INDEX bookings_user_id_created_at_id_idx ON bookings (user_id, created_at, id);
CREATE INDEX bookings_owner_id_created_at_id_idx ON bookings (owner_id, created_at, id);
CREATE INDEX bookings_held_until ON bookings (held_until) WHERE is_protected AND status = 'held';
CREATE INDEX bookings_answer_by ON bookings (answer_by) WHERE is_protected AND status = 'pending';
CREATE INDEX bookings_stays_ahead ON bookings (check_in)
  WHERE is_protected AND status IN ('confirmed', 'certified', 'checked_in');
CREATE INDEX bookings_unreleased ON bookings (check_in)
  WHERE is_protected AND released_at IS NULL AND status IN ('checked_in', 'completed');
CREATE UNIQUE INDEX bookings_id_user_id_resort_id_key ON bookings (id, user_id, resort_id);
CREATE INDEX bookings_disputes
  ON bookings (dispute_rank(status), disputed_at, id) WHERE disputed_at IS NOT NULL;
CREATE UNIQUE INDEX bookings_offer_of_id_key ON bookings (offer_of_id);
-- The lists of stays in the order of check-in, for owners as for travelers.
CREATE INDEX bookings_owner_id_check_in_id_idx ON bookings (owner_id, check_in, id);
-- What people read out on the phone: the end of a booking's id, and the number of its certificate.
CREATE INDEX bookings_number_idx ON bookings (right(id::text, 8));
CREATE INDEX bookings_certificate_idx ON bookings
  USING GIN (search_fold(certificate_number) gin_trgm_ops);

CREATE TABLE reviews (
  id uuid PRIMARY KEY,
  resort_id uuid NOT NULL REFERENCES resorts ON DELETE CASCADE ON UPDATE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  rating integer NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  answer text,
  answered_at timestamptz(3),
  booking_id uuid,
  CONSTRAINT reviews_rating_range CHECK (rating BETWEEN 1 AND 5),
  CONSTRAINT reviews_filled CHECK (btrim(title) <> '' AND btrim(content) <> ''),
  CONSTRAINT reviews_booking_id_user_id_resort_id_fkey
    FOREIGN KEY (booking_id, user_id, resort_id) REFERENCES bookings(id, user_id, resort_id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT reviews_answer CHECK (
    answer IS NULL
    OR (booking_id IS NOT NULL AND answered_at IS NOT NULL AND length(answer) <= 2000 AND btrim(answer) <> ''))
);
CREATE INDEX reviews_resort_id_created_at_id_idx ON reviews (resort_id, created_at, id);
CREATE INDEX reviews_user_id_idx ON reviews (user_id);
CREATE INDEX reviews_resort_id_rating_created_at_id_idx ON reviews (resort_id, rating, created_at, id);
CREATE INDEX reviews_resort_id_updated_at_idx ON reviews (resort_id, updated_at);
CREATE UNIQUE INDEX reviews_booking_id_key ON reviews (booking_id);
CREATE UNIQUE INDEX reviews_one_per_resort ON reviews (resort_id, user_id) WHERE booking_id IS NULL;

CREATE TABLE site_settings (
  id uuid PRIMARY KEY,
  key text NOT NULL,
  value text NOT NULL,
  category text NOT NULL DEFAULT 'general',
  description text,
  is_encrypted boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Two administrators who change the same setting: the second is told.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT site_settings_key_filled CHECK (btrim(key) <> ''),
  CONSTRAINT site_settings_category_filled CHECK (btrim(category) <> '')
);
CREATE UNIQUE INDEX site_settings_key_key ON site_settings (key);
CREATE INDEX site_settings_category_key_idx ON site_settings (category, key);

CREATE TABLE property_inquiries (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text,
  property_name text NOT NULL,
  location text NOT NULL,
  ownership_type text NOT NULL,
  week_numbers text,
  asking_price_cents integer,
  motivation text NOT NULL,
  additional_info text,
  status "InquiryStatus" NOT NULL DEFAULT 'new',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  asking_price_text text NOT NULL DEFAULT '',
  resort_name text NOT NULL DEFAULT '',
  unit text NOT NULL DEFAULT '',
  user_id uuid REFERENCES users ON DELETE SET NULL ON UPDATE CASCADE,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT property_inquiries_price CHECK (asking_price_cents >= 0),
  CONSTRAINT property_inquiries_version CHECK (version >= 1)
);
CREATE INDEX property_inquiries_user_id_idx ON property_inquiries (user_id);
CREATE INDEX property_inquiries_created_at_id_idx ON property_inquiries (created_at, id);
CREATE INDEX property_inquiries_status_created_at_id_idx ON property_inquiries (status, created_at, id);
CREATE INDEX property_inquiries_words_idx
  ON property_inquiries USING gin (property_name gin_trgm_ops, resort_name gin_trgm_ops, location gin_trgm_ops, first_name gin_trgm_ops, last_name gin_trgm_ops, email gin_trgm_ops);

CREATE TABLE inventory_syncs (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  total integer NOT NULL DEFAULT 0,
  imported integer NOT NULL DEFAULT 0,
  "timestamp" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  actor_id uuid REFERENCES users ON DELETE SET NULL ON UPDATE CASCADE,
  created integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  filters jsonb NOT NULL DEFAULT '{}',
  finished_at timestamptz(3),
  is_cancel_requested boolean NOT NULL DEFAULT false,
  is_complete boolean NOT NULL DEFAULT false,
  message text,
  provider_id uuid REFERENCES inventory_providers ON DELETE SET NULL ON UPDATE CASCADE,
  purpose "InventoryRunPurpose" NOT NULL DEFAULT 'sync',
  read integer NOT NULL DEFAULT 0,
  started_at timestamptz(3),
  status "InventoryRunStatus" NOT NULL DEFAULT 'waiting',
  unchanged integer NOT NULL DEFAULT 0,
  updated integer NOT NULL DEFAULT 0,
  withdrawn integer NOT NULL DEFAULT 0,
  claim uuid,
  CONSTRAINT inventory_syncs_filters CHECK (jsonb_typeof(filters) = 'object'),
  CONSTRAINT inventory_syncs_counts CHECK (
    read >= 0 AND total >= 0 AND created >= 0 AND updated >= 0 AND unchanged >= 0 AND withdrawn >= 0
    AND failed >= 0 AND imported BETWEEN 0 AND total),
  CONSTRAINT inventory_syncs_finished CHECK (
    (finished_at IS NOT NULL) = (status IN ('completed', 'failed', 'cancelled')))
);
CREATE INDEX inventory_syncs_timestamp_id_idx ON inventory_syncs ("timestamp", id);
CREATE INDEX inventory_syncs_provider_id_timestamp_idx ON inventory_syncs (provider_id, "timestamp");
-- One sync of a provider at a time, however it was begun.
CREATE UNIQUE INDEX inventory_syncs_one_at_a_time ON inventory_syncs (provider_id)
  WHERE purpose = 'sync' AND status IN ('waiting', 'running');

CREATE TABLE inventory_sync_errors (
  id uuid PRIMARY KEY,
  sync_id uuid NOT NULL REFERENCES inventory_syncs ON DELETE CASCADE ON UPDATE CASCADE,
  listing_id text NOT NULL,
  error text NOT NULL,
  number integer NOT NULL
);
CREATE UNIQUE INDEX inventory_sync_errors_sync_id_number_key ON inventory_sync_errors (sync_id, number);

CREATE TABLE idempotency_keys (
  operation text NOT NULL,
  key text NOT NULL,
  result_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (operation, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limits_expire_idx ON rate_limits (expire);

CREATE TABLE installation_facts (
  key text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE secret_links (
  id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  purpose "SecretLinkPurpose" NOT NULL,
  email citext NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT secret_links_hashed CHECK (id ~ '^[0-9a-f]{64}$')
);
CREATE INDEX secret_links_user_id_purpose_idx ON secret_links (user_id, purpose);
CREATE INDEX secret_links_expires_at_idx ON secret_links (expires_at);

CREATE TABLE favorites (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  resort_id uuid NOT NULL REFERENCES resorts ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (user_id, resort_id)
);
CREATE INDEX favorites_user_id_created_at_resort_id_idx ON favorites (user_id, created_at, resort_id);
CREATE INDEX favorites_resort_id_idx ON favorites (resort_id);

CREATE TABLE saved_searches (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  query text NOT NULL DEFAULT '',
  filter jsonb NOT NULL DEFAULT '{}',
  alerts boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT saved_searches_named CHECK (btrim(name) <> ''),
  CONSTRAINT saved_searches_filter CHECK (jsonb_typeof(filter) = 'object')
);
CREATE INDEX saved_searches_user_id_created_at_id_idx ON saved_searches (user_id, created_at, id);

CREATE TABLE saved_search_alerts (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  listing_id uuid NOT NULL REFERENCES listings ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (user_id, listing_id)
);
CREATE INDEX saved_search_alerts_listing_id_idx ON saved_search_alerts (listing_id);

CREATE TABLE outgoing_mails (
  id uuid PRIMARY KEY,
  message_id text NOT NULL,
  to_name text NOT NULL DEFAULT '',
  to_address text NOT NULL,
  template text NOT NULL,
  subject text NOT NULL,
  html text NOT NULL,
  text text NOT NULL,
  headers jsonb NOT NULL DEFAULT '{}',
  status "MailStatus" NOT NULL DEFAULT 'waiting',
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_at timestamptz(3),
  CONSTRAINT outgoing_mails_message_id CHECK (message_id ~ '^[^<>@[:space:]]+@[^<>@[:space:]]+$'),
  CONSTRAINT outgoing_mails_one_line CHECK (subject !~ '[\r\n]' AND to_name !~ '[\r\n]' AND to_address !~ '[\r\n]'),
  CONSTRAINT outgoing_mails_headers CHECK (jsonb_typeof(headers) = 'object'),
  CONSTRAINT outgoing_mails_sent CHECK ((status = 'sent') = (sent_at IS NOT NULL))
);
CREATE UNIQUE INDEX outgoing_mails_message_id_key ON outgoing_mails (message_id);
CREATE INDEX outgoing_mails_status_created_at_idx ON outgoing_mails (status, created_at);
CREATE INDEX outgoing_mails_created_at_id_idx ON outgoing_mails (created_at, id);
CREATE INDEX outgoing_mails_to_address_created_at_idx ON outgoing_mails (to_address, created_at);
-- The log of outgoing mail is searched by any part of a recipient's name or address.
CREATE INDEX outgoing_mails_recipient_idx
  ON outgoing_mails USING gin (to_name gin_trgm_ops, to_address gin_trgm_ops);

CREATE TABLE review_reports (
  id uuid PRIMARY KEY,
  review_id uuid NOT NULL REFERENCES reviews ON DELETE CASCADE ON UPDATE CASCADE,
  reporter_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  reason text NOT NULL,
  details text NOT NULL DEFAULT '',
  status "ReviewReportStatus" NOT NULL DEFAULT 'open',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX review_reports_status_created_at_id_idx ON review_reports (status, created_at, id);
CREATE INDEX review_reports_reporter_id_idx ON review_reports (reporter_id);
CREATE UNIQUE INDEX review_reports_review_id_reporter_id_key ON review_reports (review_id, reporter_id);

CREATE TABLE search_places (
  kind text NOT NULL,
  name text NOT NULL,
  folded text NOT NULL,
  PRIMARY KEY (kind, name),
  -- What is suggested while someone types: each destination, town, region and brand once. A name stays
  -- when its last resort goes; whoever reads looks whether there is one.
  CONSTRAINT search_places_kind CHECK (kind IN ('destination', 'region', 'city', 'brand'))
);
CREATE INDEX search_places_folded_idx ON search_places USING gin (folded gin_trgm_ops);

CREATE TABLE audit_entries (
  id bigint PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  actor_id uuid,
  actor_name citext NOT NULL,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  note text,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);
CREATE INDEX audit_entries_subject_type_subject_id_id_idx ON audit_entries (subject_type, subject_id, id);
CREATE INDEX audit_entries_actor_id_id_idx ON audit_entries (actor_id, id);
CREATE INDEX audit_entries_action_id_idx ON audit_entries (action, id);
CREATE INDEX audit_entries_at_id_idx ON audit_entries (at, id);
CREATE INDEX audit_entries_actor_name_id_idx ON audit_entries (actor_name, id);

CREATE TABLE dispute_evidence (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings ON DELETE RESTRICT ON UPDATE CASCADE,
  number integer NOT NULL,
  party "BookingParty" NOT NULL,
  text text,
  is_told boolean NOT NULL,
  added_at timestamptz(3) NOT NULL,
  -- Evidence comes from the two sides, while the problem is being settled.
  CONSTRAINT dispute_evidence_party CHECK (party IN ('traveler', 'owner')),
  CONSTRAINT dispute_evidence_text CHECK (char_length(text) BETWEEN 1 AND 2000)
);
CREATE UNIQUE INDEX dispute_evidence_booking_id_number_key ON dispute_evidence (booking_id, number);

CREATE TABLE contract_documents (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  listing_id uuid REFERENCES listings ON DELETE CASCADE ON UPDATE CASCADE,
  status "ContractDocumentStatus" NOT NULL DEFAULT 'uploading',
  file_name text,
  content_type text,
  upload_id text,
  size integer,
  sha256 text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  attached_at timestamptz(3),
  booking_id uuid REFERENCES bookings ON DELETE CASCADE ON UPDATE CASCADE,
  evidence_id uuid REFERENCES dispute_evidence ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The most bytes that a contract may have: SPEC section 9.
  CONSTRAINT contract_documents_size CHECK (size BETWEEN 1 AND 50485760),
  CONSTRAINT contract_documents_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT contract_documents_file_name CHECK (btrim(file_name) <> '' AND length(file_name) <= 255),
  CONSTRAINT contract_documents_inspected CHECK (
    status NOT IN ('accepted', 'attached')
    OR (file_name IS NOT NULL AND content_type IS NOT NULL AND size IS NOT NULL AND sha256 IS NOT NULL)),
  -- An attached document has one use.
  CONSTRAINT contract_documents_use CHECK (
    CASE status WHEN 'attached' THEN num_nonnulls(listing_id, booking_id, evidence_id) = 1 AND attached_at IS NOT NULL
                WHEN 'discarded' THEN true
                ELSE num_nonnulls(listing_id, booking_id, evidence_id) = 0 END),
  CONSTRAINT contract_documents_printable CHECK (
    num_nonnulls(booking_id, evidence_id) = 0 OR content_type IN ('application/pdf', 'image/jpeg', 'image/png'))
);
CREATE INDEX contract_documents_owner_id_created_at_idx ON contract_documents (owner_id, created_at);
CREATE INDEX contract_documents_listing_id_idx ON contract_documents (listing_id);
CREATE INDEX contract_documents_status_updated_at_idx ON contract_documents (status, updated_at);
-- A listing has one proof at a time.
CREATE UNIQUE INDEX contract_documents_one_for_each_listing
  ON contract_documents (listing_id) WHERE status = 'attached';
CREATE INDEX contract_documents_booking_id_idx ON contract_documents (booking_id);
CREATE UNIQUE INDEX contract_documents_one_for_each_booking
  ON contract_documents (booking_id) WHERE status = 'attached';
CREATE UNIQUE INDEX contract_documents_evidence_id_key ON contract_documents (evidence_id);

CREATE TABLE listing_events (
  id uuid PRIMARY KEY,
  listing_id uuid NOT NULL REFERENCES listings ON DELETE RESTRICT ON UPDATE CASCADE,
  actor_id uuid REFERENCES users ON DELETE SET NULL ON UPDATE CASCADE,
  kind "ListingEventKind" NOT NULL,
  note text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Events of one transaction share their instant; the number says which came first.
  number bigserial,
  CONSTRAINT listing_events_note CHECK (btrim(note) <> '' AND length(note) <= 2000)
);
CREATE INDEX listing_events_actor_id_idx ON listing_events (actor_id);
CREATE UNIQUE INDEX listing_events_listing_id_number_key ON listing_events (listing_id, number);

CREATE TABLE listing_drafts (
  owner_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  resort_id uuid REFERENCES resorts ON DELETE SET NULL ON UPDATE CASCADE,
  content jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT listing_drafts_content CHECK (jsonb_typeof(content) = 'object'),
  CONSTRAINT listing_drafts_version CHECK (version >= 1)
);
CREATE INDEX listing_drafts_resort_id_idx ON listing_drafts (resort_id);

CREATE TABLE escrow_events (
  id text PRIMARY KEY,
  listing_id uuid NOT NULL REFERENCES listings ON DELETE RESTRICT ON UPDATE CASCADE,
  reference uuid NOT NULL,
  status "EscrowStatus" NOT NULL,
  account_id text,
  occurred_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT escrow_events_id CHECK (id ~ '^[\x21-\x7e]{1,100}$')
);
CREATE INDEX escrow_events_listing_id_created_at_idx ON escrow_events (listing_id, created_at);

CREATE TABLE resort_seasons (
  resort_id uuid NOT NULL REFERENCES resorts ON DELETE CASCADE ON UPDATE CASCADE,
  first_week integer NOT NULL,
  last_week integer NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (resort_id, first_week),
  CONSTRAINT resort_seasons_once
    EXCLUDE USING gist (resort_id WITH =, int4range(first_week, last_week, '[]') WITH &&),
  -- A week of a resort has one season.
  CONSTRAINT resort_seasons_weeks CHECK (1 <= first_week AND first_week <= last_week AND last_week <= 53),
  CONSTRAINT resort_seasons_name CHECK (btrim(name) <> '' AND length(name) <= 40)
);

CREATE TABLE resort_imports (
  id uuid PRIMARY KEY,
  actor_id uuid NOT NULL,
  rows jsonb NOT NULL,
  problems jsonb NOT NULL,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  imported integer NOT NULL DEFAULT 0,
  known integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT resort_imports_counts CHECK (0 <= done AND done <= total AND 0 <= imported AND 0 <= known AND imported + known <= done)
);
CREATE INDEX resort_imports_created_at_idx ON resort_imports (created_at);

CREATE TABLE inquiry_events (
  id uuid PRIMARY KEY,
  inquiry_id uuid NOT NULL REFERENCES property_inquiries ON DELETE CASCADE ON UPDATE CASCADE,
  actor_id uuid REFERENCES users ON DELETE SET NULL ON UPDATE CASCADE,
  kind "InquiryEventKind" NOT NULL,
  status "InquiryStatus",
  text text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT inquiry_events_text CHECK (btrim(text) <> '' AND length(text) <= 5000),
  CONSTRAINT inquiry_events_says CHECK (kind NOT IN ('note', 'reply') OR text IS NOT NULL),
  CONSTRAINT inquiry_events_moves CHECK (kind <> 'status' OR status IS NOT NULL)
);
CREATE INDEX inquiry_events_inquiry_id_created_at_id_idx ON inquiry_events (inquiry_id, created_at, id);
CREATE INDEX inquiry_events_actor_id_idx ON inquiry_events (actor_id);

CREATE TABLE inventory_resorts (
  id uuid PRIMARY KEY,
  provider_id uuid NOT NULL REFERENCES inventory_providers ON DELETE CASCADE ON UPDATE CASCADE,
  external_id text NOT NULL,
  name text NOT NULL,
  location text NOT NULL DEFAULT '',
  brand text NOT NULL DEFAULT '',
  resort_id uuid REFERENCES resorts ON DELETE SET NULL ON UPDATE CASCADE,
  is_ignored boolean NOT NULL DEFAULT false,
  weeks integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT inventory_resorts_name CHECK (btrim(name) <> ''),
  CONSTRAINT inventory_resorts_weeks CHECK (weeks >= 0),
  CONSTRAINT inventory_resorts_ignored CHECK (NOT is_ignored OR resort_id IS NULL)
);
CREATE INDEX inventory_resorts_resort_id_idx ON inventory_resorts (resort_id);
CREATE UNIQUE INDEX inventory_resorts_provider_id_external_id_key
  ON inventory_resorts (provider_id, external_id);

CREATE TABLE inventory_calendars (
  id uuid PRIMARY KEY,
  provider_id uuid NOT NULL REFERENCES inventory_providers ON DELETE CASCADE ON UPDATE CASCADE,
  listing_id uuid NOT NULL REFERENCES listings ON DELETE CASCADE ON UPDATE CASCADE,
  address text NOT NULL
);
CREATE INDEX inventory_calendars_listing_id_idx ON inventory_calendars (listing_id);
CREATE UNIQUE INDEX inventory_calendars_provider_id_listing_id_key
  ON inventory_calendars (provider_id, listing_id);

CREATE TABLE blocked_nights (
  id uuid PRIMARY KEY,
  listing_id uuid NOT NULL REFERENCES listings ON DELETE CASCADE ON UPDATE CASCADE,
  provider_id uuid NOT NULL REFERENCES inventory_providers ON DELETE CASCADE ON UPDATE CASCADE,
  external_id text NOT NULL,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  is_offered boolean NOT NULL DEFAULT false,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT blocked_nights_in_order CHECK (starts_on < ends_on)
);
CREATE INDEX blocked_nights_listing_id_starts_on_idx ON blocked_nights (listing_id, starts_on);
CREATE UNIQUE INDEX blocked_nights_provider_id_listing_id_external_id_key
  ON blocked_nights (provider_id, listing_id, external_id);

CREATE TABLE inventory_seen_weeks (
  run_id uuid NOT NULL,
  external_id text NOT NULL,
  PRIMARY KEY (run_id, external_id)
);

CREATE TABLE inventory_preview_rows (
  run_id uuid NOT NULL REFERENCES inventory_syncs ON DELETE CASCADE ON UPDATE CASCADE,
  number integer NOT NULL,
  listing_id text NOT NULL,
  title text NOT NULL,
  resort_name text NOT NULL,
  change "InventoryRowChange" NOT NULL,
  differences jsonb NOT NULL,
  PRIMARY KEY (run_id, number)
);
CREATE INDEX inventory_preview_rows_run_id_change_number_idx
  ON inventory_preview_rows (run_id, change, number);

-- Links that were handed out go on working: what is stored is the SHA-256 of what they hold.
CREATE TABLE unsubscribe_links (
  id text PRIMARY KEY,
  search_id uuid NOT NULL REFERENCES saved_searches ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Only a SHA-256 fits: no link can be stored as it is.
  CONSTRAINT unsubscribe_links_hashed CHECK (id ~ '^[0-9a-f]{64}$')
);
CREATE INDEX unsubscribe_links_search_id_idx ON unsubscribe_links (search_id);
CREATE INDEX unsubscribe_links_created_at_idx ON unsubscribe_links (created_at);

-- function: stay_price_point

CREATE TABLE free_stretches (
  listing_id uuid NOT NULL REFERENCES listings ON DELETE CASCADE ON UPDATE CASCADE,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  resort_id uuid NOT NULL REFERENCES resorts ON DELETE RESTRICT ON UPDATE CASCADE,
  price_per_night_cents integer NOT NULL,
  currency char(3) NOT NULL,
  max_guests integer NOT NULL,
  bedrooms integer,
  resort_destination text NOT NULL,
  week_total_cents bigint NOT NULL,
  min_nights integer NOT NULL,
  cleaning_fee_cents integer NOT NULL,
  service_fee_bps integer NOT NULL,
  tax_bps integer NOT NULL,
  is_instant boolean NOT NULL,
  PRIMARY KEY (listing_id, starts_on),
  CONSTRAINT free_stretches_no_overlap
    EXCLUDE USING gist (listing_id WITH =, daterange(starts_on, ends_on) WITH &&) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT free_stretches_nights CHECK (min_nights > 0 AND ends_on - starts_on >= min_nights)
);
CREATE INDEX free_stretches_resort_id_starts_on_ends_on_idx ON free_stretches (resort_id, starts_on, ends_on);
CREATE INDEX free_stretches_starts_on_listing_id_ends_on_idx
  ON free_stretches (starts_on, listing_id, ends_on);
CREATE INDEX free_stretches_resort_destination_starts_on_listing_id_ends_idx
  ON free_stretches (resort_destination, starts_on, listing_id, ends_on);
CREATE INDEX free_stretches_currency_price_per_night_cents_listing_id_st_idx
  ON free_stretches (currency, price_per_night_cents, listing_id, starts_on);
CREATE INDEX free_stretches_currency_week_total_cents_listing_id_starts__idx
  ON free_stretches (currency, week_total_cents, listing_id, starts_on);
CREATE INDEX free_stretches_resort_destination_currency_week_total_cents_idx
  ON free_stretches (resort_destination, currency, week_total_cents, listing_id, starts_on);
-- A walk in the order of arrival looks for what began long before in here.
CREATE INDEX free_stretches_long
  ON free_stretches (starts_on, listing_id, ends_on) WHERE ends_on - starts_on > 31;
CREATE INDEX free_stretches_long_by_destination
  ON free_stretches (resort_destination, starts_on, listing_id, ends_on) WHERE ends_on - starts_on > 31;
-- A search for stays longer than a week walks in here by total, which is that of the fewest nights.
CREATE INDEX free_stretches_long_stays ON free_stretches (currency, week_total_cents, listing_id, starts_on)
  WHERE min_nights > 7;
-- Stays of as many nights as a search asks for are read in here in the order of their totals: in the
-- order of their distance from a point far away in the direction of (-n, -1).
CREATE INDEX free_stretches_price_points ON free_stretches USING gist (
  currency, stay_price_point(price_per_night_cents, cleaning_fee_cents, tax_bps, service_fee_bps));
CREATE INDEX free_stretches_ends_on_idx ON free_stretches (ends_on);
CREATE INDEX free_stretches_resort_destination_ends_on_idx ON free_stretches (resort_destination, ends_on);

CREATE TABLE pictures (
  id uuid PRIMARY KEY,
  listing_id uuid REFERENCES listings ON DELETE CASCADE ON UPDATE CASCADE,
  resort_id uuid REFERENCES resorts ON DELETE CASCADE ON UPDATE CASCADE,
  "position" integer NOT NULL,
  alt text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  placeholder text NOT NULL,
  drawing text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT pictures_listing_id_position_key UNIQUE (listing_id, "position") DEFERRABLE,
  CONSTRAINT pictures_resort_id_position_key UNIQUE (resort_id, "position") DEFERRABLE,
  CONSTRAINT pictures_position CHECK (position BETWEEN 1 AND 12),
  CONSTRAINT pictures_of_one CHECK (num_nonnulls(listing_id, resort_id) = 1),
  CONSTRAINT pictures_alt CHECK (btrim(alt) <> '' AND length(alt) <= 200),
  CONSTRAINT pictures_size CHECK (width BETWEEN 1 AND 1600 AND height BETWEEN 1 AND 1600),
  CONSTRAINT pictures_placeholder CHECK (placeholder LIKE 'data:image/%' AND length(placeholder) <= 400),
  CONSTRAINT pictures_drawing CHECK (drawing ~ '^[a-z0-9-]{1,60}$')
);

CREATE TABLE service_fee (
  is_only boolean PRIMARY KEY DEFAULT true,
  rate_bps integer NOT NULL DEFAULT 800,
  CONSTRAINT service_fee_only CHECK (is_only),
  CONSTRAINT service_fee_rate CHECK (rate_bps BETWEEN 0 AND 3000)
);

CREATE TABLE payment_operations (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings ON DELETE RESTRICT ON UPDATE CASCADE,
  kind "PaymentKind" NOT NULL,
  payment_id uuid REFERENCES payment_operations ON DELETE RESTRICT ON UPDATE CASCADE,
  amount_cents integer NOT NULL,
  currency char(3) NOT NULL,
  provider text NOT NULL,
  status "PaymentOperationStatus" NOT NULL DEFAULT 'waiting',
  provider_reference text,
  details jsonb,
  client_secret text,
  failure_code text,
  failure_message text,
  is_abandoned boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  CONSTRAINT payment_operations_amount CHECK (amount_cents > 0),
  CONSTRAINT payment_operations_currency CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT payment_operations_settled CHECK ((settled_at IS NOT NULL) = (status IN ('succeeded', 'failed'))),
  CONSTRAINT payment_operations_reference CHECK (status NOT IN ('succeeded', 'needs_action') OR provider_reference IS NOT NULL),
  CONSTRAINT payment_operations_secret CHECK ((client_secret IS NOT NULL) = (status = 'needs_action')),
  CONSTRAINT payment_operations_failure CHECK ((failure_code IS NOT NULL) = (status = 'failed')
    AND (failure_message IS NOT NULL) = (status = 'failed')),
  CONSTRAINT payment_operations_details CHECK (settled_at IS NULL OR details IS NULL),
  -- A transfer, too, names the payment that its money comes from.
  CONSTRAINT payment_operations_about CHECK ((payment_id IS NOT NULL) = (kind NOT IN ('authorize', 'charge')))
);
CREATE INDEX payment_operations_booking_id_created_at_idx ON payment_operations (booking_id, created_at);
CREATE INDEX payment_operations_payment_id_idx ON payment_operations (payment_id);
CREATE INDEX payment_operations_provider_reference_idx ON payment_operations (provider_reference);
CREATE INDEX payment_operations_created_at_idx ON payment_operations (created_at);
-- One step with the traveller's money at a time.
CREATE UNIQUE INDEX payment_operations_one_open ON payment_operations (booking_id)
  WHERE status IN ('waiting', 'needs_action') AND kind IN ('authorize', 'charge', 'capture', 'void');
-- What the job looks for.
CREATE INDEX payment_operations_due
  ON payment_operations (due_at) WHERE status IN ('waiting', 'needs_action');
-- What is owed is on its way once.
CREATE UNIQUE INDEX payment_operations_one_payout ON payment_operations (booking_id)
  WHERE kind = 'transfer' AND status = 'waiting';

CREATE TABLE payment_events (
  provider text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  reference text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  handled_at timestamptz(3),
  PRIMARY KEY (provider, id)
);
CREATE INDEX payment_events_received_at_idx ON payment_events (received_at);

CREATE TABLE ledger_transactions (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings ON DELETE RESTRICT ON UPDATE CASCADE,
  reason "LedgerReason" NOT NULL,
  operation_id uuid REFERENCES payment_operations ON DELETE RESTRICT ON UPDATE CASCADE,
  at timestamptz(3) NOT NULL
);
CREATE INDEX ledger_transactions_booking_id_at_idx ON ledger_transactions (booking_id, at);
CREATE INDEX ledger_transactions_operation_id_idx ON ledger_transactions (operation_id);
CREATE INDEX ledger_transactions_at_idx ON ledger_transactions (at);
-- Two indexes: NULLS NOT DISTINCT needs PostgreSQL 15.
CREATE UNIQUE INDEX ledger_transactions_once_for_operation
  ON ledger_transactions (booking_id, reason, operation_id) WHERE operation_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_once ON ledger_transactions (booking_id, reason)
  WHERE operation_id IS NULL;

CREATE TABLE ledger_entries (
  transaction_id uuid NOT NULL REFERENCES ledger_transactions ON DELETE RESTRICT ON UPDATE CASCADE,
  account "LedgerAccount" NOT NULL,
  amount_cents integer NOT NULL,
  currency char(3) NOT NULL,
  PRIMARY KEY (transaction_id, account, currency),
  CONSTRAINT ledger_entries_amount CHECK (amount_cents <> 0),
  CONSTRAINT ledger_entries_currency CHECK (currency ~ '^[A-Z]{3}$')
);
CREATE INDEX ledger_entries_account_idx ON ledger_entries (account);

CREATE TABLE sandbox_cards (
  token text PRIMARY KEY,
  last_four char(4) NOT NULL,
  behavior text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_by text
);

CREATE TABLE sandbox_payments (
  reference text PRIMARY KEY,
  key text NOT NULL,
  booking_id text NOT NULL,
  amount_cents integer NOT NULL,
  currency char(3) NOT NULL,
  capture boolean NOT NULL,
  status text NOT NULL,
  last_four char(4) NOT NULL,
  behavior text NOT NULL,
  client_secret text NOT NULL,
  decline_code text,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX sandbox_payments_key_key ON sandbox_payments (key);
CREATE UNIQUE INDEX sandbox_payments_client_secret_key ON sandbox_payments (client_secret);
CREATE INDEX sandbox_payments_created_at_reference_idx ON sandbox_payments (created_at, reference);

CREATE TABLE sandbox_refunds (
  reference text PRIMARY KEY,
  key text NOT NULL,
  payment_reference text NOT NULL REFERENCES sandbox_payments ON DELETE RESTRICT ON UPDATE CASCADE,
  amount_cents integer NOT NULL,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX sandbox_refunds_key_key ON sandbox_refunds (key);
CREATE INDEX sandbox_refunds_payment_reference_idx ON sandbox_refunds (payment_reference);

CREATE TABLE sandbox_transfers (
  reference text PRIMARY KEY,
  key text NOT NULL,
  account text NOT NULL,
  amount_cents integer NOT NULL,
  currency char(3) NOT NULL,
  booking_id text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX sandbox_transfers_key_key ON sandbox_transfers (key);
CREATE INDEX sandbox_transfers_created_at_reference_idx ON sandbox_transfers (created_at, reference);

CREATE TABLE sandbox_calls (
  id bigserial PRIMARY KEY,
  key text NOT NULL,
  method text NOT NULL,
  at timestamptz(3) NOT NULL
);
CREATE INDEX sandbox_calls_key_idx ON sandbox_calls (key);

CREATE TABLE sandbox_events (
  id text PRIMARY KEY,
  kind text NOT NULL,
  reference text NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE reconciliation_reports (
  id uuid PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  bookings integer NOT NULL,
  payments integer NOT NULL,
  differences jsonb NOT NULL
);
CREATE INDEX reconciliation_reports_at_idx ON reconciliation_reports (at);

CREATE TABLE booking_events (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings ON DELETE RESTRICT ON UPDATE CASCADE,
  move "BookingMove" NOT NULL,
  party "BookingParty" NOT NULL,
  actor_id uuid REFERENCES users ON DELETE SET NULL ON UPDATE CASCADE,
  status "BookingStatus" NOT NULL,
  note text,
  at timestamptz(3) NOT NULL,
  number bigserial
);
CREATE INDEX booking_events_actor_id_idx ON booking_events (actor_id);
CREATE INDEX booking_events_booking_id_number_idx ON booking_events (booking_id, number);
-- A booking makes each move once, but a certificate can be replaced again.
CREATE UNIQUE INDEX booking_events_one_of_each_move
  ON booking_events (booking_id, move) WHERE move <> 'replace_certificate';

CREATE TABLE message_threads (
  id uuid PRIMARY KEY,
  listing_id uuid NOT NULL REFERENCES listings ON DELETE RESTRICT ON UPDATE CASCADE,
  traveler_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  owner_id uuid REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  contacts_shown boolean NOT NULL DEFAULT false,
  is_reported boolean NOT NULL DEFAULT false,
  last_number integer NOT NULL DEFAULT 0,
  last_of_traveler integer NOT NULL DEFAULT 0,
  last_of_owner integer NOT NULL DEFAULT 0,
  read_by_traveler integer NOT NULL DEFAULT 0,
  read_by_owner integer NOT NULL DEFAULT 0,
  mail_traveler_at timestamptz(3),
  mail_owner_at timestamptz(3),
  last_message_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT message_threads_numbers CHECK (
    last_number = GREATEST(last_of_traveler, last_of_owner)
    AND read_by_traveler BETWEEN 0 AND last_number AND read_by_owner BETWEEN 0 AND last_number),
  CONSTRAINT message_threads_own CHECK (owner_id <> traveler_id)
);
CREATE INDEX message_threads_traveler_id_last_message_at_id_idx
  ON message_threads (traveler_id, last_message_at, id);
CREATE INDEX message_threads_owner_id_last_message_at_id_idx
  ON message_threads (owner_id, last_message_at, id);
CREATE UNIQUE INDEX message_threads_listing_id_traveler_id_key ON message_threads (listing_id, traveler_id);
-- Threads with something unread, for the counts on every page, and those with mail to send.
CREATE INDEX message_threads_unread_of_traveler ON message_threads (traveler_id)
  WHERE last_of_owner > read_by_traveler;
CREATE INDEX message_threads_unread_of_owner ON message_threads (owner_id)
  WHERE last_of_traveler > read_by_owner;
CREATE INDEX message_threads_mail_traveler_at ON message_threads (mail_traveler_at)
  WHERE mail_traveler_at IS NOT NULL;
CREATE INDEX message_threads_mail_owner_at ON message_threads (mail_owner_at)
  WHERE mail_owner_at IS NOT NULL;

CREATE TABLE messages (
  id uuid PRIMARY KEY,
  thread_id uuid NOT NULL REFERENCES message_threads ON DELETE RESTRICT ON UPDATE CASCADE,
  number integer NOT NULL,
  side "MessageSide" NOT NULL,
  author_id uuid REFERENCES users ON DELETE SET NULL ON UPDATE CASCADE,
  text text NOT NULL,
  key text,
  hidden_at timestamptz(3),
  sent_at timestamptz(3) NOT NULL,
  CONSTRAINT messages_text CHECK (length(text) BETWEEN 1 AND 2000),
  CONSTRAINT messages_number CHECK (number >= 1)
);
CREATE INDEX messages_author_id_idx ON messages (author_id);
CREATE UNIQUE INDEX messages_thread_id_number_key ON messages (thread_id, number);
CREATE UNIQUE INDEX messages_thread_id_author_id_key_key ON messages (thread_id, author_id, key);

CREATE TABLE message_reports (
  id uuid PRIMARY KEY,
  message_id uuid NOT NULL REFERENCES messages ON DELETE CASCADE ON UPDATE CASCADE,
  reporter_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  reason text NOT NULL,
  details text NOT NULL DEFAULT '',
  status "ReviewReportStatus" NOT NULL DEFAULT 'open',
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX message_reports_status_message_id_idx ON message_reports (status, message_id);
CREATE INDEX message_reports_reporter_id_idx ON message_reports (reporter_id);
CREATE UNIQUE INDEX message_reports_message_id_reporter_id_key ON message_reports (message_id, reporter_id);
CREATE INDEX message_reports_open ON message_reports (message_id) WHERE status = 'open';

CREATE TABLE sandbox_accounts (
  reference text PRIMARY KEY,
  last_four char(4) NOT NULL,
  behavior text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  opened_by text
);

CREATE TABLE payout_accounts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  provider text NOT NULL,
  reference text,
  status "PayoutAccountStatus" NOT NULL DEFAULT 'incomplete',
  last_four char(4),
  told_at timestamptz(3),
  checked_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT payout_accounts_opened CHECK (reference IS NOT NULL OR status = 'incomplete')
);
CREATE UNIQUE INDEX payout_accounts_user_id_provider_key ON payout_accounts (user_id, provider);
CREATE UNIQUE INDEX payout_accounts_provider_reference_key ON payout_accounts (provider, reference);
-- What the job asks the provider about.
CREATE INDEX payout_accounts_unsure ON payout_accounts (checked_at)
  WHERE reference IS NOT NULL AND status IN ('incomplete', 'checking');

CREATE TABLE payables (
  booking_id uuid PRIMARY KEY REFERENCES bookings ON DELETE RESTRICT ON UPDATE CASCADE,
  currency char(3) NOT NULL,
  cents integer NOT NULL
);
CREATE INDEX payables_due ON payables (booking_id) WHERE cents > 0;

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  website text NOT NULL,
  purpose text NOT NULL,
  status "OrganizationStatus" NOT NULL DEFAULT 'pending',
  decided_at timestamptz(3),
  decided_by uuid,
  decision_note text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  points_per_minute integer NOT NULL DEFAULT 300000,
  -- The name that an organization asks for after its approval, and since when it waits for a decision.
  name_wanted_at timestamptz(3),
  wanted_name text,
  CONSTRAINT organizations_texts CHECK (
    length(name) BETWEEN 1 AND 100 AND length(website) BETWEEN 1 AND 300
    AND length(purpose) BETWEEN 1 AND 2000 AND length(decision_note) BETWEEN 1 AND 1000),
  CONSTRAINT organizations_decided CHECK ((status = 'pending') = (decided_at IS NULL)),
  CONSTRAINT organizations_points CHECK (points_per_minute > 0),
  CONSTRAINT organizations_wanted_name CHECK (
    CASE WHEN wanted_name IS NULL THEN name_wanted_at IS NULL
    ELSE name_wanted_at IS NOT NULL AND length(wanted_name) BETWEEN 1 AND 100
      AND wanted_name <> name AND status <> 'pending' END)
);
CREATE UNIQUE INDEX organizations_account_id_key ON organizations (account_id);
CREATE INDEX organizations_status_created_at_id_idx ON organizations (status, created_at, id);

CREATE TABLE organization_members (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE ON UPDATE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  role "OrganizationRole" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX organization_members_user_id_idx ON organization_members (user_id);

CREATE TABLE organization_invitations (
  id text PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE ON UPDATE CASCADE,
  email citext NOT NULL,
  role "OrganizationRole" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX organization_invitations_expires_at_idx ON organization_invitations (expires_at);
CREATE UNIQUE INDEX organization_invitations_organization_id_email_key
  ON organization_invitations (organization_id, email);

CREATE TABLE api_tokens (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  mode "TokenMode" NOT NULL,
  hash bytea NOT NULL,
  hint text NOT NULL,
  scopes text[] NOT NULL,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  warned_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_address text,
  revoked_at timestamptz(3),
  CONSTRAINT api_tokens_texts CHECK (
    length(name) BETWEEN 1 AND 60 AND octet_length(hash) = 32 AND length(hint) = 4),
  CONSTRAINT api_tokens_scopes CHECK (
    cardinality(scopes) BETWEEN 1 AND 7
    AND scopes <@ ARRAY['resorts:read', 'listings:read', 'listings:write', 'bookings:read',
                        'bookings:write', 'inquiries:read', 'webhooks:manage']),
  CONSTRAINT api_tokens_lifetime CHECK (
    expires_at > created_at AND expires_at <= created_at + interval '731 days')
);
CREATE UNIQUE INDEX api_tokens_hash_key ON api_tokens (hash);
CREATE INDEX api_tokens_organization_id_created_at_id_idx ON api_tokens (organization_id, created_at, id);
CREATE INDEX api_tokens_expires_at_idx ON api_tokens (expires_at);

CREATE TABLE api_budgets (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE ON UPDATE CASCADE,
  mode "TokenMode" NOT NULL,
  points double precision NOT NULL,
  refilled_at timestamptz(6) NOT NULL,
  PRIMARY KEY (organization_id, mode)
);

CREATE TABLE api_usage (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE ON UPDATE CASCADE,
  mode "TokenMode" NOT NULL,
  day date NOT NULL,
  operation text NOT NULL,
  calls integer NOT NULL,
  errors integer NOT NULL,
  points bigint NOT NULL,
  milliseconds bigint NOT NULL,
  longest integer NOT NULL,
  PRIMARY KEY (organization_id, mode, day, operation),
  CONSTRAINT api_usage_sums CHECK (
    calls > 0 AND errors BETWEEN 0 AND calls AND points >= 0 AND milliseconds >= 0 AND longest >= 0
    AND length(operation) BETWEEN 1 AND 100)
);
CREATE INDEX api_usage_day_idx ON api_usage (day);

CREATE TABLE api_event_clock (
  id boolean PRIMARY KEY DEFAULT true,
  ahead bigint NOT NULL DEFAULT 0
);

-- function: api_event_transaction

CREATE TABLE api_events (
  id uuid PRIMARY KEY,
  transaction bigint NOT NULL DEFAULT api_event_transaction(),
  sequence bigserial,
  type text NOT NULL,
  object_type text NOT NULL,
  object_id uuid NOT NULL,
  owner_id uuid,
  occurred_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  data jsonb NOT NULL,
  CONSTRAINT api_events_type CHECK (type ~ '^[a-z]+[.][a-z_]+$'),
  CONSTRAINT api_events_object CHECK (object_type ~ '^[A-Z][A-Za-z]+$')
);
CREATE INDEX api_events_occurred_at_idx ON api_events (occurred_at);
CREATE UNIQUE INDEX api_events_transaction_sequence_key ON api_events (transaction, sequence);
CREATE UNIQUE INDEX api_events_transaction_object_id_type_key ON api_events (transaction, object_id, type);

CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE ON UPDATE CASCADE,
  address text NOT NULL,
  topics text[] NOT NULL,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_until timestamptz(3),
  transaction bigint NOT NULL,
  sequence bigint NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  paused_at timestamptz(3),
  gave_up boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT webhook_endpoints_address CHECK (address ~ '^https?://' AND length(address) <= 500),
  CONSTRAINT webhook_endpoints_topics CHECK (cardinality(topics) BETWEEN 1 AND 20),
  CONSTRAINT webhook_endpoints_secrets CHECK (
    (previous_secret IS NULL) = (previous_secret_until IS NULL)),
  CONSTRAINT webhook_endpoints_gave_up CHECK (NOT gave_up OR paused_at IS NOT NULL)
);
CREATE INDEX webhook_endpoints_organization_id_created_at_id_idx
  ON webhook_endpoints (organization_id, created_at, id);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE ON UPDATE CASCADE,
  event_id uuid NOT NULL REFERENCES api_events ON DELETE CASCADE ON UPDATE CASCADE,
  number bigserial,
  object_id uuid NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  due_at timestamptz(3) NOT NULL,
  locked_until timestamptz(3),
  first_tried_at timestamptz(3),
  last_tried_at timestamptz(3),
  delivered_at timestamptz(3),
  answer_status integer,
  answer text,
  problem text,
  CONSTRAINT webhook_deliveries_answer CHECK (length(answer) <= 1024)
);
CREATE INDEX webhook_deliveries_endpoint_id_created_at_id_idx
  ON webhook_deliveries (endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_event_id_idx ON webhook_deliveries (event_id);
CREATE UNIQUE INDEX webhook_deliveries_endpoint_id_event_id_key ON webhook_deliveries (endpoint_id, event_id);
-- What waits: the first of each object is the next to be sent.
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (endpoint_id, object_id, number)
  WHERE delivered_at IS NULL;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at)
  WHERE delivered_at IS NULL;

-- Places that contain a resort are words of its search vector: '@maui', '@hawaii', '@unitedstates'.
-- Typed words have no '@', so no beginning of a word finds them.
CREATE TABLE search_areas (
  key text PRIMARY KEY,
  latitude double precision,
  longitude double precision,
  miles double precision,
  countries text[] NOT NULL DEFAULT '{}',
  CONSTRAINT search_areas_extent CHECK (num_nonnulls(latitude, longitude, miles) = 3 OR countries <> '{}')
);

-- Rows that every installation has.

INSERT INTO time_zones (name, today)
  SELECT name, (now() AT TIME ZONE name)::date FROM pg_timezone_names
  WHERE name !~ '^(posix|right)/' AND name NOT IN ('Factory', 'localtime', 'posixrules');

INSERT INTO service_fee DEFAULT VALUES;

INSERT INTO api_event_clock DEFAULT VALUES;

INSERT INTO search_areas (key, latitude, longitude, miles, countries) VALUES
  ('maui', 20.8, -156.33, 32, '{}'),
  ('kauai', 22.05, -159.53, 24, '{}'),
  ('oahu', 21.46, -157.98, 30, '{}'),
  ('bigisland', 19.6, -155.5, 60, '{}'),
  ('waikiki', 21.28, -157.83, 2, '{}'),
  ('kaanapali', 20.93, -156.69, 5, '{}'),
  ('koolina', 21.335, -158.12, 3, '{}'),
  ('wailea', 20.69, -156.44, 4, '{}'),
  ('poipu', 21.88, -159.46, 4, '{}'),
  ('princeville', 22.22, -159.48, 5, '{}'),
  ('orlandoarea', 28.42, -81.48, 20, '{}'),
  ('waltdisneyworld', 28.385, -81.564, 16, '{}'),
  ('universalorlando', 28.474, -81.467, 18, '{}'),
  ('seaworldorlando', 28.411, -81.461, 16, '{}'),
  ('disneyland', 33.812, -117.919, 12, '{}'),
  ('lasvegasstrip', 36.115, -115.172, 3, '{}'),
  ('phoenixarea', 33.55, -112, 35, '{}'),
  ('sandiegoarea', 32.95, -117.15, 35, '{}'),
  ('losangelesarea', 33.9, -118.1, 40, '{}'),
  ('southerncalifornia', 33.6, -117.3, 90, '{}'),
  ('northerncalifornia', 39, -121.5, 160, '{}'),
  ('palmspringsarea', 33.8, -116.45, 25, '{}'),
  ('laketahoe', 39.09, -120.04, 25, '{}'),
  ('loscabos', 22.98, -109.8, 30, '{}'),
  ('puertovallartaarea', 20.68, -105.28, 25, '{}'),
  ('rivieramayaandcancun', 20.85, -87.05, 60, '{}'),
  ('costadelsol', 36.55, -4.75, 50, '{}'),
  ('miamiarea', 25.95, -80.17, 25, '{}'),
  ('southflorida', 26, -80.3, 60, '{}'),
  ('floridakeys', 24.8, -81, 60, '{}'),
  ('naplesarea', 26.05, -81.75, 20, '{}'),
  ('hiltonhead', 32.18, -80.74, 10, '{}'),
  ('grandstrand', 33.7, -78.87, 30, '{}'),
  ('palmbeacharuba', 12.57, -70.048, 0.9, '{}'),
  ('eaglebeach', 12.551, -70.057, 0.6, '{}'),
  ('summitcounty', 39.55, -106.05, 20, '{}'),
  ('palmbeaches', 26.71, -80.05, 15, '{}'),
  ('smokymountains', 35.7, -83.5, 35, '{}'),
  ('poconos', 41.1, -75.3, 30, '{}'),
  ('bransonarea', 36.64, -93.22, 15, '{}'),
  ('outerbanks', 35.7, -75.7, 70, '{}'),
  ('capecod', 41.7, -70.2, 35, '{}'),
  ('tenerife', 28.27, -16.6, 35, '{}'),
  ('grancanaria', 27.95, -15.6, 25, '{}'),
  ('phuket', 7.95, 98.35, 25, '{}'),
  ('keywest', 24.56, -81.78, 6, '{}'),
  ('grandcanyon', 36.06, -112.11, 40, '{}'),
  ('sedona', 34.87, -111.76, 10, '{}'),
  ('napavalley', 38.5, -122.33, 20, '{}'),
  ('yosemite', 37.75, -119.59, 35, '{}'),
  ('yellowstone', 44.6, -110.5, 50, '{}'),
  ('niagarafalls', 43.08, -79.07, 8, '{}'),
  ('williamsburgarea', 37.27, -76.71, 15, '{}'),
  ('destinarea', 30.39, -86.5, 15, '{}'),
  ('caribbean', NULL, NULL, NULL, '{antiguaandbarbuda,anguilla,aruba,barbados,stbarthelemy,caribbeannetherlands,bonaire,bahamas,cuba,curacao,dominica,dominicanrepublic,grenada,guadeloupe,haiti,jamaica,stkittsandnevis,caymanislands,stlucia,stmartin,martinique,montserrat,puertorico,sintmaarten,stmaarten,turksandcaicosislands,trinidadandtobago,stvincentandgrenadines,britishvirginislands,usvirginislands}'),
  ('europe', NULL, NULL, NULL, '{andorra,albania,austria,bosniaandherzegovina,belgium,bulgaria,switzerland,cyprus,czechia,germany,denmark,estonia,spain,finland,france,unitedkingdom,greece,croatia,hungary,ireland,iceland,italy,liechtenstein,lithuania,luxembourg,latvia,monaco,moldova,montenegro,northmacedonia,malta,netherlands,norway,poland,portugal,romania,serbia,sweden,slovenia,slovakia,sanmarino,ukraine,vaticancity}'),
  ('asia', NULL, NULL, NULL, '{unitedarabemirates,bahrain,china,hongkongsarchina,indonesia,india,japan,cambodia,southkorea,laos,srilanka,myanmarburma,mongolia,macaosarchina,maldives,malaysia,nepal,oman,philippines,qatar,saudiarabia,singapore,thailand,taiwan,vietnam}'),
  ('centralamerica', NULL, NULL, NULL, '{belize,costarica,guatemala,honduras,nicaragua,panama,elsalvador}'),
  ('southamerica', NULL, NULL, NULL, '{argentina,bolivia,brazil,chile,colombia,ecuador,guyana,peru,paraguay,suriname,uruguay,venezuela}'),
  ('polynesia', NULL, NULL, NULL, '{frenchpolynesia,samoa,tonga,cookislands}');
