-- A migration of its own: new values can't be used in the transaction that adds them.

-- AlterEnum
ALTER TYPE "BookingMove" ADD VALUE 'offer';
ALTER TYPE "BookingMove" ADD VALUE 'take_offer';
ALTER TYPE "BookingMove" ADD VALUE 'refuse_offer';
ALTER TYPE "BookingMove" ADD VALUE 'lapse_offer';
