-- Whoever made a token has read it: it ends with their right to make tokens.
CREATE FUNCTION revoke_tokens_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_tokens SET revoked_at = now()
  WHERE organization_id = OLD.organization_id AND created_by = OLD.user_id AND revoked_at IS NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER organization_members_left AFTER DELETE ON organization_members
FOR EACH ROW EXECUTE FUNCTION revoke_tokens_of_member();

CREATE TRIGGER organization_members_lost_rights AFTER UPDATE OF role ON organization_members
FOR EACH ROW WHEN (OLD.role <> 'viewer' AND NEW.role = 'viewer')
EXECUTE FUNCTION revoke_tokens_of_member();

-- Tokens of members who had left before.
UPDATE api_tokens SET revoked_at = now()
WHERE revoked_at IS NULL AND created_by IS NOT NULL AND NOT EXISTS (
  SELECT FROM organization_members
  WHERE organization_members.organization_id = api_tokens.organization_id
    AND user_id = created_by AND role <> 'viewer'
);
