ALTER TYPE "BookingMove" ADD VALUE 'remind_balance';
ALTER TYPE "BookingMove" ADD VALUE 'take_balance';
ALTER TYPE "BookingMove" ADD VALUE 'pay_balance';
ALTER TYPE "BookingMove" ADD VALUE 'refuse_balance';
ALTER TYPE "BookingMove" ADD VALUE 'end_unpaid';
