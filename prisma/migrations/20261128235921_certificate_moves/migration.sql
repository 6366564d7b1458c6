-- AlterEnum
ALTER TYPE "BookingMove" ADD VALUE 'submit_certificate' BEFORE 'certify';
ALTER TYPE "BookingMove" ADD VALUE 'refuse_certificate' AFTER 'certify';
ALTER TYPE "BookingMove" ADD VALUE 'end_uncertified' AFTER 'escalate';

-- AlterEnum
ALTER TYPE "BookingParty" ADD VALUE 'resort';
