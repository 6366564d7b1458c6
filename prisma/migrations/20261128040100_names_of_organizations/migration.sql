-- The name that an organization asks for after its approval, and since when it waits for a decision.
ALTER TABLE "organizations" ADD COLUMN     "name_wanted_at" TIMESTAMPTZ(3),
ADD COLUMN     "wanted_name" TEXT;

-- What Prisma's schema cannot say.
ALTER TABLE organizations ADD CONSTRAINT organizations_wanted_name CHECK (
  CASE WHEN wanted_name IS NULL THEN name_wanted_at IS NULL
  ELSE name_wanted_at IS NOT NULL AND length(wanted_name) BETWEEN 1 AND 100
    AND wanted_name <> name AND status <> 'pending' END);
