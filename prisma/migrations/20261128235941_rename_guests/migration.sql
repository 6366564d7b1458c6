ALTER TYPE "BookingMove" ADD VALUE 'rename_guests';
