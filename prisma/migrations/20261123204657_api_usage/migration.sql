-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "points_per_minute" INTEGER NOT NULL DEFAULT 60000;

-- CreateTable
CREATE TABLE "api_budgets" (
    "organization_id" UUID NOT NULL,
    "mode" "TokenMode" NOT NULL,
    "points" DOUBLE PRECISION NOT NULL,
    "refilled_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "api_budgets_pkey" PRIMARY KEY ("organization_id","mode")
);

-- CreateTable
CREATE TABLE "api_usage" (
    "organization_id" UUID NOT NULL,
    "mode" "TokenMode" NOT NULL,
    "day" DATE NOT NULL,
    "operation" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,
    "points" BIGINT NOT NULL,
    "milliseconds" BIGINT NOT NULL,
    "longest" INTEGER NOT NULL,

    CONSTRAINT "api_usage_pkey" PRIMARY KEY ("organization_id","mode","day","operation")
);

-- CreateIndex
CREATE INDEX "api_usage_day_idx" ON "api_usage"("day");

-- AddForeignKey
ALTER TABLE "api_budgets" ADD CONSTRAINT "api_budgets_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_usage" ADD CONSTRAINT "api_usage_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

ALTER TABLE organizations ADD CONSTRAINT organizations_points CHECK (points_per_minute > 0);

ALTER TABLE api_usage ADD CONSTRAINT api_usage_sums CHECK (
  calls > 0 AND errors BETWEEN 0 AND calls AND points >= 0 AND milliseconds >= 0 AND longest >= 0
  AND length(operation) BETWEEN 1 AND 100);

-- Every organization has a full budget in each mode from the start.
CREATE FUNCTION organization_gets_budgets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO api_budgets (organization_id, mode, points, refilled_at)
  SELECT NEW.id, mode, NEW.points_per_minute, clock_timestamp()
  FROM unnest(enum_range(NULL::"TokenMode")) AS mode;
  RETURN NULL;
END $$;

CREATE TRIGGER organization_gets_budgets AFTER INSERT ON organizations
  FOR EACH ROW EXECUTE FUNCTION organization_gets_budgets();

INSERT INTO api_budgets (organization_id, mode, points, refilled_at)
SELECT id, mode, points_per_minute, clock_timestamp()
FROM organizations, unnest(enum_range(NULL::"TokenMode")) AS mode;
