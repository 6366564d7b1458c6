-- The least that a card can be charged, as in api/modules/pricing/leastCharge.ts.
CREATE OR REPLACE FUNCTION least_charge_cents(currency text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE currency
    WHEN 'GBP' THEN 30
    WHEN 'AED' THEN 200 WHEN 'MYR' THEN 200 WHEN 'PLN' THEN 200 WHEN 'RON' THEN 200
    WHEN 'DKK' THEN 250
    WHEN 'NOK' THEN 300 WHEN 'SEK' THEN 300
    WHEN 'HKD' THEN 400
    WHEN 'MXN' THEN 1000 WHEN 'THB' THEN 1000
    WHEN 'CZK' THEN 1500
    WHEN 'JPY' THEN 5000
    WHEN 'HUF' THEN 17500
    ELSE 50
  END;

-- 100 for currencies that are paid whole, as in common/stripeAmounts.ts.
CREATE OR REPLACE FUNCTION smallest_payment_cents(currency text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE WHEN currency IN (
    'BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF',
    'XOF', 'XPF') THEN 100 ELSE 1 END;

-- Whether the bank of the payer holds the price of a booking, or the deposit of a sale, so that it can be
-- neither paid out, given back nor divided.
CREATE OR REPLACE FUNCTION money_is_frozen(booking uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM chargebacks JOIN payment_operations ON payment_operations.id = chargebacks.payment_id
                 WHERE (chargebacks.booking_id = booking OR chargebacks.sale_id = booking)
                   AND chargebacks.status = 'open' AND kind <> 'claim')
$$;

-- A bank that asks about a payment may take it, and what was paid for a damage may be taken, too.
CREATE OR REPLACE FUNCTION payout_is_frozen(booking uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM chargebacks
                 WHERE (booking_id = booking OR sale_id = booking) AND status IN ('open', 'inquiry'))
$$;

-- A decision is final. The booking shows the latest state of its price, and an open one first.
CREATE OR REPLACE FUNCTION keep_chargeback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.status <> 'inquiry' AND (OLD.status <> 'open'
    OR (OLD.id, OLD.booking_id, OLD.sale_id, OLD.payment_id, OLD.provider, OLD.reference, OLD.amount_cents, OLD.currency, OLD.opened_at)
      IS DISTINCT FROM
       (NEW.id, NEW.booking_id, NEW.sale_id, NEW.payment_id, NEW.provider, NEW.reference, NEW.amount_cents, NEW.currency, NEW.opened_at)) THEN
    -- A closed account is forgotten.
    IF to_jsonb(OLD) - 'evidence_sent_by' <> to_jsonb(NEW) - 'evidence_sent_by' THEN
      RAISE EXCEPTION 'A chargeback that was decided can''t be rewritten'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'chargebacks_final', TABLE = 'chargebacks';
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER keep_chargeback BEFORE UPDATE ON chargebacks
  FOR EACH ROW EXECUTE FUNCTION keep_chargeback();

CREATE OR REPLACE FUNCTION show_chargeback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bookings
    SET chargeback = CASE WHEN money_is_frozen(NEW.booking_id) THEN 'open' ELSE NEW.status END
    WHERE id = NEW.booking_id
      AND (SELECT kind FROM payment_operations WHERE id = NEW.payment_id) <> 'claim';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER show_chargeback AFTER INSERT OR UPDATE OF status ON chargebacks
  FOR EACH ROW WHEN (NEW.status IN ('open', 'won', 'lost')) EXECUTE FUNCTION show_chargeback();

-- Whether a payment was taken, and not only reserved.
CREATE OR REPLACE FUNCTION is_taken(payment payment_operations) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT payment.status = 'succeeded' AND (payment.kind = 'charge' OR payment.kind = 'authorize' AND EXISTS (
    SELECT FROM payment_operations WHERE payment_id = payment.id AND kind = 'capture' AND status = 'succeeded'))
$$;

-- What the card of a payment can still get back of it.
CREATE OR REPLACE FUNCTION refundable_cents(payment payment_operations) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN is_taken(payment) THEN payment.amount_cents ELSE 0 END
    - coalesce((SELECT sum(CASE kind WHEN 'refund' THEN amount_cents ELSE -amount_cents END)
                FROM payment_operations
                WHERE payment_id = payment.id AND kind IN ('refund', 'refund_return')
                  AND status <> 'failed' AND provider = payment.provider), 0)
    - coalesce((SELECT sum(amount_cents) FROM chargebacks
                WHERE payment_id = payment.id AND status = 'lost'), 0)
$$;

-- Cents of operations that were made, or may still be.
CREATE OR REPLACE FUNCTION operated_cents(subject uuid, wanted text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(amount_cents), 0) FROM payment_operations
  WHERE (booking_id = subject OR sale_id = subject) AND kind::text = wanted AND status <> 'failed'
$$;

-- What can still go out of what was paid for a sale by card, beyond what is under way.
CREATE OR REPLACE FUNCTION sale_card_left_cents(wanted uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(payment.amount_cents), 0)
    - (SELECT coalesce(sum(amount_cents), 0) FROM chargebacks WHERE sale_id = wanted AND status = 'lost')
    - operated_cents(wanted, 'refund') + operated_cents(wanted, 'refund_return')
    - operated_cents(wanted, 'transfer') + operated_cents(wanted, 'reversal')
  FROM payment_operations AS payment WHERE sale_id = wanted AND kind = 'charge' AND is_taken(payment)
$$;

-- A sale is charged its open deposit once. What its card gets back, and what its seller is sent, was ordered, and is
-- never more than was paid, less what a bank took.
CREATE OR REPLACE FUNCTION sale_allows(asked payment_operations) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  of_seller boolean := asked.kind IN ('transfer', 'reversal');
  given bigint := operated_cents(asked.sale_id, 'refund') - operated_cents(asked.sale_id, 'refund_return');
  sent bigint := operated_cents(asked.sale_id, 'transfer') - operated_cents(asked.sale_id, 'reversal');
  payment payment_operations;
BEGIN
  IF asked.kind = 'charge' THEN
    RETURN EXISTS (
      SELECT FROM sales JOIN sale_steps ON sale_id = sales.id JOIN sale_terms USING (sale_id)
      WHERE sales.id = asked.sale_id AND status = 'agreed' AND step = 'deposit' AND state = 'open'
        AND number = terms_number AND currency = asked.currency AND sale_steps.amount_cents = asked.amount_cents);
  END IF;
  SELECT * INTO payment FROM payment_operations
    WHERE id = asked.payment_id AND sale_id = asked.sale_id AND is_taken(payment_operations);
  RETURN coalesce(asked.currency = payment.currency AND CASE asked.kind
    WHEN 'reversal' THEN asked.amount_cents <= sent
    ELSE CASE WHEN of_seller THEN sent ELSE given END + asked.amount_cents <= (
        SELECT sum(amount_cents) FROM escrow_payouts
        WHERE sale_id = asked.sale_id AND is_by_card AND side = (CASE WHEN of_seller THEN 'seller' ELSE 'buyer' END)::"SaleSide")
      AND asked.amount_cents <= sale_card_left_cents(asked.sale_id)
    END, false);
END $$;

-- A booking is paid once, or in two parts, and refunds, payouts and what a bank took never exceed the payments. The lock
-- on the booking lets concurrent transactions see each other's operations.
CREATE OR REPLACE FUNCTION check_payment_operation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payment payment_operations;
  about payment_operations;
  taken bigint;
  refunded bigint;
  sent bigint;
  recalled bigint;
  lost bigint;
  given bigint;
BEGIN
  PERFORM FROM bookings WHERE id = NEW.booking_id FOR NO KEY UPDATE;
  PERFORM FROM sales WHERE id = NEW.sale_id FOR NO KEY UPDATE;
  SELECT * INTO payment FROM payment_operations AS paid
    WHERE booking_id = NEW.booking_id AND kind IN ('authorize', 'charge') AND status = 'succeeded' AND NOT is_balance
      AND NOT EXISTS (SELECT FROM payment_operations
                      WHERE payment_id = paid.id AND kind = 'void' AND status = 'succeeded');
  IF NEW.kind IN ('authorize', 'charge', 'claim') THEN
    IF NEW.amount_cents < least_charge_cents(NEW.currency) THEN
      RAISE EXCEPTION 'No card can be charged so little'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_least', TABLE = 'payment_operations';
    END IF;
    IF NEW.amount_cents % smallest_payment_cents(NEW.currency) <> 0 THEN
      RAISE EXCEPTION 'The currency is paid whole'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_whole', TABLE = 'payment_operations';
    END IF;
  END IF;
  IF NEW.kind IN ('authorize', 'charge', 'claim') AND NEW.sale_id IS NULL THEN
    IF NEW.is_balance AND NOT (coalesce(is_taken(payment), false) AND EXISTS (
      SELECT FROM bookings WHERE id = NEW.booking_id AND balance_paid_at IS NULL AND currency = NEW.currency
        AND NEW.amount_cents = total_price_cents - deposit_cents)) THEN
      RAISE EXCEPTION 'The booking has no such balance to pay'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_balance_due', TABLE = 'payment_operations';
    END IF;
    IF NEW.kind = 'claim' THEN
      IF NOT EXISTS (SELECT FROM bookings WHERE id = NEW.booking_id AND claim = 'owed'
                       AND claim_owed_cents = NEW.amount_cents AND currency = NEW.currency) THEN
        RAISE EXCEPTION 'The traveler does not owe this for a damage'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_claim_owed', TABLE = 'payment_operations';
      END IF;
    ELSIF NOT NEW.is_balance AND payment.id IS NOT NULL THEN
      RAISE EXCEPTION 'The booking is paid already'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_paid_once', TABLE = 'payment_operations';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.kind = 'refund' AND money_is_frozen(coalesce(NEW.booking_id, NEW.sale_id)))
    OR (NEW.kind = 'transfer' AND payout_is_frozen(coalesce(NEW.booking_id, NEW.sale_id))) THEN
    RAISE EXCEPTION 'The bank of the payer holds the money'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_frozen', TABLE = 'payment_operations';
  END IF;
  -- What has happened at the provider is no request.
  IF NEW.kind = 'refund_return' OR NEW.is_from_dashboard THEN
    RETURN NEW;
  END IF;
  IF NEW.sale_id IS NOT NULL THEN
    IF NOT sale_allows(NEW) THEN
      RAISE EXCEPTION 'The deposit of the sale does not allow this'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_covered', TABLE = 'payment_operations';
    END IF;
    RETURN NEW;
  END IF;
  SELECT * INTO about FROM payment_operations
    WHERE id = NEW.payment_id AND booking_id = NEW.booking_id
      AND (kind IN ('authorize', 'charge') OR (kind = 'claim' AND NEW.kind = 'transfer')) AND status = 'succeeded';
  SELECT coalesce(sum(amount_cents) FILTER (WHERE kind = 'refund'), 0)
           - coalesce(sum(amount_cents) FILTER (WHERE kind = 'refund_return'), 0),
         coalesce(sum(amount_cents) FILTER (WHERE kind = 'transfer'), 0),
         coalesce(sum(amount_cents) FILTER (WHERE kind = 'reversal'), 0)
    INTO refunded, sent, recalled
    FROM payment_operations WHERE booking_id = NEW.booking_id AND status <> 'failed';
  SELECT coalesce(sum(amount_cents), 0) INTO taken
    FROM payment_operations AS paid WHERE booking_id = NEW.booking_id AND is_taken(paid);
  SELECT coalesce(sum(chargebacks.amount_cents), 0) INTO lost
    FROM chargebacks JOIN payment_operations AS paid ON paid.id = chargebacks.payment_id
    WHERE chargebacks.booking_id = NEW.booking_id AND chargebacks.status = 'lost' AND kind <> 'claim';
  -- What we add for the owner and what was paid for a damage are no part of the payment.
  SELECT subsidy_cents + CASE claim WHEN 'paid' THEN claim_owed_cents ELSE 0 END + coalesce(
      (SELECT sum(amount_cents) FROM goodwill_gifts WHERE booking_id = NEW.booking_id AND party = 'owner'), 0)
    INTO given FROM bookings WHERE id = NEW.booking_id;
  IF NOT coalesce(CASE NEW.kind
      WHEN 'refund' THEN is_taken(about) AND refunded + lost + NEW.amount_cents <= taken
        AND (NEW.provider <> about.provider OR NEW.amount_cents <= refundable_cents(about))
      WHEN 'transfer' THEN (is_taken(about) OR about.kind = 'claim')
        AND refunded + lost + sent - recalled + NEW.amount_cents <= taken + given
      WHEN 'reversal' THEN recalled + NEW.amount_cents <= sent
      ELSE about.id = payment.id AND NOT is_taken(payment) AND NEW.amount_cents = payment.amount_cents
    END, false)
    OR about.id IS NULL OR NEW.currency <> about.currency THEN
    RAISE EXCEPTION 'The payment of the booking does not allow this'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_covered', TABLE = 'payment_operations';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER check_payment_operation BEFORE INSERT ON payment_operations
  FOR EACH ROW EXECUTE FUNCTION check_payment_operation();

-- A request to the provider never changes, and an outcome is final.
CREATE OR REPLACE FUNCTION keep_payment_operation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A bank tells its reference days after the refund, a saved card is forgotten after the payment, and
  -- the provider may tell the digits of a card after it has charged it.
  IF (OLD.settled_at IS NOT NULL AND to_jsonb(OLD) - '{bank_reference,card_forgotten_at,card_last_four}'::text[]
        <> to_jsonb(NEW) - '{bank_reference,card_forgotten_at,card_last_four}'::text[])
    OR (OLD.id, OLD.booking_id, OLD.sale_id, OLD.kind, OLD.payment_id, OLD.amount_cents, OLD.currency, OLD.provider, OLD.created_at)
      IS DISTINCT FROM
       (NEW.id, NEW.booking_id, NEW.sale_id, NEW.kind, NEW.payment_id, NEW.amount_cents, NEW.currency, NEW.provider, NEW.created_at)
    OR OLD.provider_reference <> coalesce(NEW.provider_reference, '')
    OR NEW.faults < OLD.faults THEN
    RAISE EXCEPTION 'A payment operation can''t be rewritten'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_final', TABLE = 'payment_operations';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER keep_payment_operation BEFORE UPDATE ON payment_operations
  FOR EACH ROW EXECUTE FUNCTION keep_payment_operation();

-- Refunds that were ordered, were refused at least once, and have not arrived. `refusals` leaves
-- out calls that got lost.
CREATE OR REPLACE VIEW refused_refunds AS
SELECT booking_id, refusals, since, refused_at, reason, owed.cents, owed.currency,
       EXISTS (SELECT FROM payment_operations AS again
               WHERE (again.booking_id = refused.booking_id OR again.sale_id = refused.sale_id)
                 AND kind = 'refund' AND status = 'waiting')
         AS is_under_way, sale_id
FROM (
  SELECT booking_id, sale_id, (count(*) FILTER (WHERE failure_code IS DISTINCT FROM 'no_answer'))::int AS refusals,
         min(settled_at) AS since, max(settled_at) AS refused_at,
         (array_agg(failure_message ORDER BY settled_at DESC))[1] AS reason
  FROM payment_operations
  WHERE kind = 'refund_return' OR (kind = 'refund' AND status = 'failed')
  GROUP BY booking_id, sale_id) AS refused
JOIN LATERAL (
  SELECT -sum(amount_cents)::int AS cents, ledger_entries.currency
  FROM ledger_transactions JOIN ledger_entries ON transaction_id = ledger_transactions.id
  WHERE (ledger_transactions.booking_id = refused.booking_id OR ledger_transactions.sale_id = refused.sale_id)
    AND account = 'refund_payable'
  GROUP BY ledger_entries.currency) AS owed ON owed.cents > 0;

-- Steps of refunds, for travelers and buyers. Calls that got lost are left out.
CREATE OR REPLACE VIEW refund_steps AS
SELECT id, booking_id, kind, status, provider, amount_cents, currency,
       CASE provider WHEN 'bank' THEN provider_reference ELSE bank_reference END AS reference,
       coalesce(settled_at, created_at) AS at, sale_id
FROM payment_operations
WHERE kind IN ('refund', 'refund_return') AND failure_code IS DISTINCT FROM 'no_answer';

-- What changed the balance in the sandbox. `card_fee_cents` is charged unless fees are switched off.
CREATE OR REPLACE VIEW sandbox_movements AS
SELECT reference, 'payment' AS kind, reference AS source, key, 'payment' AS about, reference AS about_reference,
       amount_cents, 0 AS fee_cents, round(amount_cents * 0.029)::int + 30 AS card_fee_cents, currency, created_at
FROM sandbox_payments WHERE status = 'captured'
UNION ALL
SELECT refund.reference || change.suffix, change.kind, refund.reference, refund.key, 'payment', paid.reference,
       change.sign * refund.amount_cents, 0, 0, currency, refund.created_at
FROM sandbox_refunds AS refund JOIN sandbox_payments AS paid ON paid.reference = payment_reference
JOIN (VALUES ('', 'refund', -1), ('_back', 'refund_return', 1)) AS change (suffix, kind, sign)
  ON sign < 0 OR refund.status = 'failed'
UNION ALL
SELECT reference, 'transfer', reference, key, 'transfer', reference, -amount_cents, 0, 0, currency, created_at
FROM sandbox_transfers
UNION ALL
SELECT back.reference, 'reversal', back.reference, back.key, 'transfer', sent.reference,
       back.amount_cents, 0, 0, currency, back.created_at
FROM sandbox_reversals AS back JOIN sandbox_transfers AS sent ON sent.reference = transfer_reference
UNION ALL
SELECT dispute.reference || change.suffix, 'dispute', dispute.reference, NULL, 'dispute', dispute.reference,
       change.sign * dispute.amount_cents, -change.sign * fee_cents, 0, currency, dispute.created_at
FROM sandbox_disputes AS dispute JOIN sandbox_payments AS paid ON paid.reference = payment_reference
JOIN (VALUES ('', -1), ('_won', 1)) AS change (suffix, sign) ON sign < 0 OR dispute.status = 'won'
-- A bank that only asks moves no money.
WHERE dispute.status NOT IN ('inquiry', 'closed');
