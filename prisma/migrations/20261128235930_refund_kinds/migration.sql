ALTER TYPE "PaymentKind" ADD VALUE 'refund_return';
ALTER TYPE "BookingMove" ADD VALUE 'refund_at_provider';
