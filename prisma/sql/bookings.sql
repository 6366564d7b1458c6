-- Held or sold nights are within the listing, at least the owner's minimum, and not taken
-- elsewhere. The lock makes changes of the listing's dates, syncs of its calendar and other
-- bookings wait. A booking that keeps its nights is not checked again: later calendar entries and a
-- new minimum do not stop its moves. Nor is a stay that is over, about which a problem is reported.
CREATE OR REPLACE FUNCTION booking_within_listing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fewest integer;
BEGIN
  IF TG_OP = 'UPDATE' AND (takes_nights(OLD.status) OR OLD.status = 'completed')
    AND (NEW.listing_id, NEW.resort_id, NEW.check_in, NEW.check_out)
      = (OLD.listing_id, OLD.resort_id, OLD.check_in, OLD.check_out) THEN
    RETURN NEW;
  END IF;
  SELECT shortest_stay(min_nights, available_from, available_to) INTO fewest FROM listings
    WHERE id = NEW.listing_id AND resort_id = NEW.resort_id
      AND available_from <= NEW.check_in AND available_to >= NEW.check_out
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'A booking lies within the nights of its listing'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_within_listing', TABLE = 'bookings';
  END IF;
  IF NEW.check_out - NEW.check_in BETWEEN 1 AND fewest - 1 THEN
    RAISE EXCEPTION 'A booking has at least the nights that the owner asks for'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_shortest_stay', TABLE = 'bookings';
  END IF;
  IF EXISTS (
    SELECT FROM blocked_nights
    WHERE listing_id = NEW.listing_id AND starts_on < NEW.check_out AND ends_on > NEW.check_in) THEN
    RAISE EXCEPTION 'Some nights of the booking are taken elsewhere'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_not_blocked', TABLE = 'bookings';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_within_listing
  BEFORE INSERT OR UPDATE OF listing_id, resort_id, check_in, check_out, status ON bookings FOR EACH ROW
  WHEN (NEW.listing_id IS NOT NULL AND takes_nights(NEW.status))
  EXECUTE FUNCTION booking_within_listing();

-- Statuses that take nights of a listing.
CREATE OR REPLACE FUNCTION takes_nights(status "BookingStatus") RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('held', 'pending', 'confirmed', 'certified', 'checked_in', 'disputed', 'resolved')
$$;

-- Statuses of bookings that were paid and not cancelled.
CREATE OR REPLACE FUNCTION is_paid(status "BookingStatus") RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('confirmed', 'certified', 'checked_in', 'completed', 'disputed', 'resolved')
$$;

CREATE OR REPLACE FUNCTION booking_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := coalesce(buyer_of_stay(NEW), (SELECT owner_id FROM listings WHERE id = NEW.listing_id));
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_owner BEFORE INSERT OR UPDATE OF listing_id, owner_id ON bookings
  FOR EACH ROW EXECUTE FUNCTION booking_owner();

-- A window that begins later is not a change that somebody has to see before a move.
CREATE OR REPLACE TRIGGER booking_changed BEFORE UPDATE ON bookings FOR EACH ROW
  WHEN (OLD.* IS NOT DISTINCT FROM NEW.*
    OR to_jsonb(OLD) - '{is_told,answer_by,claim_is_told,claim_answer_by}'::text[]
      <> to_jsonb(NEW) - '{is_told,answer_by,claim_is_told,claim_answer_by}'::text[])
  EXECUTE FUNCTION count_version();

-- Whether people are told by mail: a site without a mail server tells on its pages, and a sandbox, whose
-- mail reaches nobody, tells at once.
CREATE OR REPLACE FUNCTION tells_by_mail() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM site_settings WHERE key = 'smtp_host' AND value NOT IN ('', 'sandbox.invalid'))
$$;

-- Windows about a damage claim have columns of their own: a reported problem may have another open.
CREATE OR REPLACE FUNCTION is_about_claim(move "BookingMove") RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT move IN ('claim_damage', 'contest_claim') $$;

-- A person has the hours of a window from the moment at which the mail about it is sent or given up,
-- if the booking still waits for them and no later window took its place; both sides of a dispute from
-- when the last of them is told.
CREATE OR REPLACE FUNCTION booking_told() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  all_told boolean := NOT EXISTS (
    SELECT FROM outgoing_mails WHERE booking_event_id = NEW.booking_event_id AND status = 'waiting');
  ends_at timestamptz := coalesce(NEW.sent_at, now()) + make_interval(hours => NEW.window_hours);
BEGIN
  UPDATE bookings SET claim_is_told = all_told, claim_answer_by = ends_at
    FROM booking_events
    WHERE booking_events.id = NEW.booking_event_id AND bookings.id = booking_id
      AND tells_by_mail() AND is_about_claim(move)
      AND claim = CASE move WHEN 'claim_damage' THEN 'claimed' ELSE 'contested' END::"ClaimStatus";
  UPDATE bookings SET is_told = all_told, answer_by = ends_at
    FROM booking_events
    WHERE booking_events.id = NEW.booking_event_id AND bookings.id = booking_id
      AND tells_by_mail() AND NOT is_about_claim(move)
      AND NOT EXISTS (
        SELECT FROM booking_events AS later JOIN outgoing_mails ON booking_event_id = later.id
        WHERE later.booking_id = bookings.id AND later.number > booking_events.number
          AND NOT is_about_claim(later.move))
      AND CASE move
        WHEN 'request' THEN bookings.status = 'pending' AND offered_check_in IS NULL
        WHEN 'offer' THEN bookings.status = 'pending'
        WHEN 'confirm' THEN bookings.status = 'confirmed'
        WHEN 'escalate' THEN bookings.status = 'confirmed'
        WHEN 'remind_balance' THEN bookings.status IN ('confirmed', 'certified')
        WHEN 'refuse_balance' THEN bookings.status IN ('confirmed', 'certified')
        WHEN 'dispute' THEN bookings.status = 'disputed' AND decided_at IS NULL
        WHEN 'decide' THEN bookings.status = 'disputed'
        WHEN 'offer_weeks' THEN bookings.status = 'cancelled'
        ELSE bookings.status IN ('checked_in', 'completed') AND released_at IS NULL END;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_is_told AFTER UPDATE OF status ON outgoing_mails FOR EACH ROW
  WHEN (NEW.booking_event_id IS NOT NULL AND OLD.status = 'waiting' AND NEW.status <> 'waiting')
  EXECUTE FUNCTION booking_told();

CREATE OR REPLACE FUNCTION booking_to_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bookings SET is_told = is_told AND is_about_claim(move),
                      claim_is_told = claim_is_told AND NOT is_about_claim(move)
    FROM booking_events
    WHERE booking_events.id = NEW.booking_event_id AND bookings.id = booking_id AND tells_by_mail();
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_to_tell AFTER INSERT ON outgoing_mails FOR EACH ROW
  WHEN (NEW.booking_event_id IS NOT NULL) EXECUTE FUNCTION booking_to_tell();

-- Weeks in place of a cancelled one are kept for as long as their traveler may choose; while the mail
-- about them waits, for one more window, since that begins when the mail is sent.
CREATE OR REPLACE FUNCTION keep_other_weeks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_booking(id) FROM (
    SELECT id FROM bookings WHERE rebooking_of_id = NEW.id AND status = 'held' ORDER BY id) AS kept;
  UPDATE bookings
    SET held_until = NEW.answer_by + CASE WHEN NEW.is_told THEN '0' ELSE (
      SELECT make_interval(hours => max(window_hours))
      FROM outgoing_mails JOIN booking_events ON booking_events.id = booking_event_id
      WHERE booking_id = NEW.id) END
    WHERE rebooking_of_id = NEW.id AND status = 'held';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER keep_other_weeks AFTER UPDATE OF is_told, answer_by ON bookings FOR EACH ROW
  WHEN (NEW.status = 'cancelled' AND NEW.answer_by IS NOT NULL
    AND (OLD.is_told, OLD.answer_by) IS DISTINCT FROM (NEW.is_told, NEW.answer_by))
  EXECUTE FUNCTION keep_other_weeks();

CREATE OR REPLACE TRIGGER booking_event_stays BEFORE UPDATE OR DELETE ON booking_events
  FOR EACH ROW EXECUTE FUNCTION history_stays('The history of a booking', 'note', 'actor_id');

-- Locks a booking for a move. Locks the listing first, like a new booking: otherwise a move that
-- frees nights could deadlock with a booking that waits for them.
CREATE OR REPLACE FUNCTION lock_booking(wanted uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM listings WHERE id = (SELECT listing_id FROM bookings WHERE id = wanted) FOR NO KEY UPDATE;
  PERFORM FROM bookings WHERE id = wanted FOR UPDATE;
END $$;

CREATE OR REPLACE TRIGGER announce_booking AFTER UPDATE ON bookings
  FOR EACH ROW EXECUTE FUNCTION announce_row('subject', 'id');
CREATE OR REPLACE TRIGGER announce_booking AFTER INSERT OR UPDATE OF status ON payment_operations
  FOR EACH ROW EXECUTE FUNCTION announce_row('subject', 'booking_id');
CREATE OR REPLACE TRIGGER announce_booking AFTER INSERT ON dispute_evidence
  FOR EACH ROW EXECUTE FUNCTION announce_row('subject', 'booking_id');

-- A stay booked here requires received money. Checked at the commit, when the outcome of the
-- payment is stored too.
CREATE OR REPLACE FUNCTION check_booking_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM bookings
             WHERE id = NEW.id AND is_protected
               AND is_paid(status))
    AND NOT EXISTS (SELECT FROM payment_operations
                    WHERE booking_id = NEW.id AND kind IN ('charge', 'capture') AND status = 'succeeded') THEN
    RAISE EXCEPTION 'A booking can''t be confirmed before it is paid'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_paid', TABLE = 'bookings';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS check_booking_paid ON bookings;
CREATE CONSTRAINT TRIGGER check_booking_paid AFTER INSERT OR UPDATE OF status, is_protected ON bookings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.is_protected) EXECUTE FUNCTION check_booking_paid();

-- Orders disputes: open problems first, and claims that are not decided.
CREATE OR REPLACE FUNCTION dispute_rank(status "BookingStatus") RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE status WHEN 'disputed' THEN 0 ELSE 1 END
$$;

CREATE OR REPLACE FUNCTION claim_rank(claim "ClaimStatus") RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN claim IN ('claimed', 'contested') THEN 0 ELSE 1 END
$$;

CREATE OR REPLACE FUNCTION dispute_evidence_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Lock: two concurrent inserts could both be the tenth.
  IF (SELECT least(dispute_rank(status), claim_rank(claim)) FROM bookings
      WHERE id = NEW.booking_id FOR NO KEY UPDATE) <> 0 THEN
    RAISE EXCEPTION 'No problem with booking % is being settled', NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'dispute_evidence_open';
  END IF;
  IF (SELECT count(*) FROM dispute_evidence
      WHERE booking_id = NEW.booking_id AND party = NEW.party AND (text IS NULL) = (NEW.text IS NULL)) >= 10 THEN
    RAISE EXCEPTION 'A side can add at most 10 statements and 10 files'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'dispute_evidence_most';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER dispute_evidence_added BEFORE INSERT ON dispute_evidence
  FOR EACH ROW EXECUTE FUNCTION dispute_evidence_added();

CREATE OR REPLACE TRIGGER dispute_evidence_stays BEFORE UPDATE OR DELETE ON dispute_evidence
  FOR EACH ROW EXECUTE FUNCTION history_stays('Evidence', 'text');

-- A decision is made while the problem is open, and one on an appeal by another administrator than
-- the first.
CREATE OR REPLACE FUNCTION dispute_decision_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM bookings WHERE id = NEW.booking_id AND status = 'disputed'
      AND (NOT NEW.is_appeal OR appealed_by <> '{}')) THEN
    RAISE EXCEPTION 'No problem with booking % waits for this decision', NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'dispute_decisions_open';
  END IF;
  IF NEW.is_appeal AND EXISTS (
    SELECT FROM dispute_decisions
    WHERE booking_id = NEW.booking_id AND decided_by_id = NEW.decided_by_id) THEN
    RAISE EXCEPTION 'An appeal is decided by another administrator'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'dispute_decisions_another';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER dispute_decision_made BEFORE INSERT ON dispute_decisions
  FOR EACH ROW EXECUTE FUNCTION dispute_decision_made();

CREATE OR REPLACE TRIGGER dispute_decision_stays BEFORE UPDATE OR DELETE ON dispute_decisions
  FOR EACH ROW EXECUTE FUNCTION history_stays('A decision', 'reasons', 'decided_by_id');

CREATE OR REPLACE TRIGGER goodwill_gift_stays BEFORE UPDATE OR DELETE ON goodwill_gifts
  FOR EACH ROW EXECUTE FUNCTION history_stays('Goodwill', 'bank_reference');

-- Days in common/durations.ts.
CREATE OR REPLACE FUNCTION certificate_days(step text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE step WHEN 'latest' THEN 14 WHEN 'listed' THEN 16 END
$$;

-- The day on which the guest certificate is due.
CREATE OR REPLACE FUNCTION certificate_due(booking bookings) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT booking.check_in - greatest(booking.certificate_lead_days, certificate_days('latest'))
$$;

-- Bookings that wait for a member, read with the member in one statement: for the traveler a
-- checkout to pay, an offer to answer, and a damage to answer or pay; for the owner a request to
-- answer, a certificate to enter soon, and a contested claim; for both a reported problem, to which
-- both can add evidence.
CREATE OR REPLACE VIEW waiting_bookings AS
SELECT user_id AS member_id, id AS booking_id,
       CASE status WHEN 'held' THEN held_until WHEN 'pending' THEN answer_by
         ELSE coalesce(disputed_at, claim_answer_by) END AS due_at,
       CASE status WHEN 'held' THEN held_until END AS held_until
FROM bookings
WHERE is_protected AND (
  status IN ('held', 'disputed') OR claim IN ('claimed', 'owed')
  OR (status = 'pending' AND accepted_at IS NULL AND offered_check_in IS NOT NULL))
UNION ALL
SELECT owner_id, bookings.id,
       CASE status
         WHEN 'pending' THEN answer_by
         WHEN 'confirmed' THEN certificate_due(bookings)::timestamp AT TIME ZONE timezone
         ELSE coalesce(disputed_at, claim_answer_by) END,
       NULL
FROM bookings
JOIN resorts ON resorts.id = resort_id
JOIN time_zones ON time_zones.name = timezone
WHERE is_protected AND (
  status = 'disputed' OR claim = 'contested'
  OR (status = 'pending' AND accepted_at IS NULL AND offered_check_in IS NULL)
  OR (status = 'confirmed' AND certificate_number IS NULL
    AND certificate_due(bookings) <= today + certificate_days('listed')));

-- Counts the cancellation. A job stores the count with the owner's free nights, since here the owner's
-- other listings would be locked after one of them.
CREATE OR REPLACE FUNCTION owner_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
BEGIN
  UPDATE users SET owner_cancellations = owner_cancellations + 1
    WHERE id = (SELECT owner_id FROM bookings WHERE id = NEW.booking_id) RETURNING id INTO owner;
  IF owner IS NOT NULL THEN
    PERFORM graphile_worker.add_job('rank_weeks', json_build_object('ownerId', owner), job_key => 'rank_weeks:' || owner);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER owner_cancelled AFTER INSERT ON booking_events FOR EACH ROW
  WHEN (NEW.move = 'cancel_by_owner') EXECUTE FUNCTION owner_cancelled();
