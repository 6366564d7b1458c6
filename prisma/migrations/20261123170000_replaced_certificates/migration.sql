-- A migration of its own: a new value can't be used in the transaction that adds it.

-- AlterEnum
ALTER TYPE "BookingMove" ADD VALUE 'replace_certificate';
