CREATE TYPE "ClaimStatus" AS ENUM ('claimed', 'contested', 'owed', 'dismissed', 'paid', 'taken_back');

-- A booking has one damage claim at most.
ALTER TABLE bookings
  ADD COLUMN claim "ClaimStatus",
  ADD COLUMN claim_cents integer,
  ADD COLUMN claim_owed_cents integer,
  ADD COLUMN claimed_at timestamptz(3),
  ADD COLUMN claim_answer_by timestamptz(3),
  ADD COLUMN claim_is_told boolean NOT NULL DEFAULT true,
  ADD CONSTRAINT bookings_claim CHECK (
    (claim IS NOT NULL) = (claim_cents IS NOT NULL)
    AND (claim IS NOT NULL) = (claimed_at IS NOT NULL) AND claim_cents > 0),
  ADD CONSTRAINT bookings_claim_owed CHECK (
    (claim_owed_cents IS NOT NULL) = (coalesce(claim::text, 'claimed') NOT IN ('claimed', 'contested'))
    AND claim_owed_cents BETWEEN 0 AND claim_cents
    AND (claim_owed_cents = 0) = (claim = 'dismissed'));

-- The desk lists reported problems and claims.
-- function: claim_rank
DROP INDEX bookings_disputes;
CREATE INDEX bookings_disputes
  ON bookings (least(dispute_rank(status), claim_rank(claim)), coalesce(claimed_at, disputed_at), id)
  WHERE coalesce(claimed_at, disputed_at) IS NOT NULL;

-- The traveler pays for a damage once. It is about no other payment.
CREATE UNIQUE INDEX payment_operations_one_claim ON payment_operations (booking_id)
  WHERE kind = 'claim' AND status <> 'failed';
ALTER TABLE payment_operations
  DROP CONSTRAINT payment_operations_about,
  ADD CONSTRAINT payment_operations_about
    CHECK ((payment_id IS NOT NULL) = (kind NOT IN ('authorize', 'charge', 'claim')));

DROP INDEX booking_events_one_of_each_move;
CREATE UNIQUE INDEX booking_events_one_of_each_move ON booking_events (booking_id, move)
  WHERE move NOT IN ('submit_certificate', 'certify', 'refuse_certificate', 'replace_certificate',
    'rename_guests', 'refund_at_provider', 'chargeback', 'chargeback_won', 'chargeback_lost',
    'rest_case', 'accept_decision', 'appeal', 'goodwill', 'bank_inquiry');

-- A bank that only asks has taken nothing. What a bank gave stands in the refunds of its booking.
ALTER TABLE chargebacks
  DROP COLUMN traveler_cents,
  DROP CONSTRAINT chargebacks_decided,
  ADD CONSTRAINT chargebacks_decided CHECK ((decided_at IS NOT NULL) = (status NOT IN ('open', 'inquiry')));
DROP INDEX chargebacks_open;
CREATE INDEX chargebacks_open ON chargebacks (opened_at) WHERE status IN ('open', 'inquiry');
