-- The listing that a member made of a submitted property, and the draft on the way to it.
ALTER TABLE property_inquiries ADD COLUMN listing_id uuid;
ALTER TABLE property_inquiries ADD CONSTRAINT property_inquiries_listing_id_fkey
  FOREIGN KEY (listing_id) REFERENCES listings (id) ON UPDATE CASCADE ON DELETE SET NULL;
CREATE UNIQUE INDEX property_inquiries_listing_id_key ON property_inquiries (listing_id);

ALTER TABLE listing_drafts ADD COLUMN inquiry_id uuid;
ALTER TABLE listing_drafts ADD CONSTRAINT listing_drafts_inquiry_id_fkey
  FOREIGN KEY (inquiry_id) REFERENCES property_inquiries (id) ON UPDATE CASCADE ON DELETE SET NULL;
CREATE UNIQUE INDEX listing_drafts_inquiry_id_key ON listing_drafts (inquiry_id);
