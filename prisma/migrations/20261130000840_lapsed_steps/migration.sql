ALTER TYPE "SaleMove" ADD VALUE 'lapse';
