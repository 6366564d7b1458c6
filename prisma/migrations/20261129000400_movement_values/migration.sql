ALTER TYPE "LedgerReason" ADD VALUE 'movement';
ALTER TYPE "BookingMove" ADD VALUE 'end_by_refund';
