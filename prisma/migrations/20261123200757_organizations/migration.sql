-- CreateEnum
CREATE TYPE "OrganizationStatus" AS ENUM ('pending', 'approved', 'refused', 'suspended');

-- CreateEnum
CREATE TYPE "OrganizationRole" AS ENUM ('owner', 'developer', 'viewer');

-- CreateEnum
CREATE TYPE "TokenMode" AS ENUM ('live', 'test');

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "website" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "status" "OrganizationStatus" NOT NULL DEFAULT 'pending',
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" UUID,
    "decision_note" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_members" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "OrganizationRole" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_members_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "organization_invitations" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" CITEXT NOT NULL,
    "role" "OrganizationRole" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "mode" "TokenMode" NOT NULL,
    "hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "warned_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_address" TEXT,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organizations_account_id_key" ON "organizations"("account_id");

-- CreateIndex
CREATE INDEX "organizations_status_created_at_id_idx" ON "organizations"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "organization_members_user_id_idx" ON "organization_members"("user_id");

-- CreateIndex
CREATE INDEX "organization_invitations_expires_at_idx" ON "organization_invitations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "organization_invitations_organization_id_email_key" ON "organization_invitations"("organization_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens"("hash");

-- CreateIndex
CREATE INDEX "api_tokens_organization_id_created_at_id_idx" ON "api_tokens"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "api_tokens_expires_at_idx" ON "api_tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

ALTER TABLE organizations
  ADD CONSTRAINT organizations_texts CHECK (
    length(name) BETWEEN 1 AND 100 AND length(website) BETWEEN 1 AND 300
    AND length(purpose) BETWEEN 1 AND 2000 AND length(decision_note) BETWEEN 1 AND 1000),
  ADD CONSTRAINT organizations_decided CHECK ((status = 'pending') = (decided_at IS NULL));

ALTER TABLE api_tokens
  ALTER COLUMN scopes SET NOT NULL,
  ADD CONSTRAINT api_tokens_texts CHECK (
    length(name) BETWEEN 1 AND 60 AND octet_length(hash) = 32 AND length(hint) = 4),
  ADD CONSTRAINT api_tokens_scopes CHECK (
    cardinality(scopes) BETWEEN 1 AND 7
    AND scopes <@ ARRAY['resorts:read', 'listings:read', 'listings:write', 'bookings:read',
                        'bookings:write', 'inquiries:read', 'webhooks:manage']),
  ADD CONSTRAINT api_tokens_lifetime CHECK (
    expires_at > created_at AND expires_at <= created_at + interval '731 days');

-- The account that an organization works for stays one of its owners.
CREATE FUNCTION organization_keeps_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM organizations WHERE id = OLD.organization_id AND account_id = OLD.user_id)
     AND (TG_OP = 'DELETE' OR NEW.role <> 'owner') THEN
    RAISE EXCEPTION 'The member who opened an organization stays its owner'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'organization_members_account';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER organization_keeps_account AFTER UPDATE OR DELETE ON organization_members
  FOR EACH ROW EXECUTE FUNCTION organization_keeps_account();

-- What a token is never changes, and a revoked one is never brought back.
CREATE FUNCTION api_token_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.organization_id, OLD.mode, OLD.hash, OLD.scopes, OLD.created_at, OLD.expires_at)
       IS DISTINCT FROM
     (NEW.organization_id, NEW.mode, NEW.hash, NEW.scopes, NEW.created_at, NEW.expires_at)
     OR OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'A token can only be used, renamed and revoked'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'api_tokens_stay';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER api_token_stays BEFORE UPDATE ON api_tokens
  FOR EACH ROW EXECUTE FUNCTION api_token_stays();
