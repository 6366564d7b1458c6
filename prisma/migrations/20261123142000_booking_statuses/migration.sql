-- A migration of its own: new values can't be used in the transaction that adds them.

-- AlterEnum
ALTER TYPE "BookingStatus" ADD VALUE 'certified';
ALTER TYPE "BookingStatus" ADD VALUE 'checked_in';
ALTER TYPE "BookingStatus" ADD VALUE 'declined';
ALTER TYPE "BookingStatus" ADD VALUE 'expired';
ALTER TYPE "BookingStatus" ADD VALUE 'disputed';
ALTER TYPE "BookingStatus" ADD VALUE 'resolved';
