ALTER TYPE "BookingMove" ADD VALUE 'rest_case';
ALTER TYPE "BookingMove" ADD VALUE 'decide';
ALTER TYPE "BookingMove" ADD VALUE 'accept_decision';
ALTER TYPE "BookingMove" ADD VALUE 'appeal';
ALTER TYPE "BookingMove" ADD VALUE 'decide_appeal';
ALTER TYPE "BookingMove" ADD VALUE 'goodwill';
