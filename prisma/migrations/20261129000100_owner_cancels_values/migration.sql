ALTER TYPE "BookingMove" ADD VALUE 'keep';
ALTER TYPE "BookingMove" ADD VALUE 'offer_weeks';
ALTER TYPE "LedgerReason" ADD VALUE 'rebooking';
