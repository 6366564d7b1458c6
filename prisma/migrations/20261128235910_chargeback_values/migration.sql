ALTER TYPE "PaymentKind" ADD VALUE 'reversal';
ALTER TYPE "LedgerReason" ADD VALUE 'chargeback_end';
ALTER TYPE "BookingMove" ADD VALUE 'chargeback';
ALTER TYPE "BookingMove" ADD VALUE 'chargeback_won';
ALTER TYPE "BookingMove" ADD VALUE 'chargeback_lost';
ALTER TYPE "BookingMove" ADD VALUE 'end_by_bank';
