-- An escrow belongs to a sale. A listing shows that of its latest agreed sale; earlier ones had no buyer and no money.
ALTER TABLE listings DROP COLUMN escrow_reference;
UPDATE listings SET escrow_status = 'none', escrow_account_id = NULL
  WHERE escrow_status <> 'none' OR escrow_account_id IS NOT NULL;
UPDATE listings SET escrow_status = latest.status, escrow_account_id = latest.account_id
  FROM (SELECT DISTINCT ON (listing_id) listing_id, escrow_accounts.status, account_id
        FROM escrow_accounts JOIN sales ON sales.id = sale_id
        ORDER BY listing_id, agreed_at DESC) AS latest
  WHERE latest.listing_id = listings.id;
-- The escrow of an ended sale says where the money went.
ALTER TABLE escrow_accounts DROP CONSTRAINT escrow_accounts_status;
