DROP INDEX message_threads_listing_id_traveler_id_key;
CREATE UNIQUE INDEX message_threads_listing_id_traveler_id_owner_id_key
  ON message_threads (listing_id, traveler_id, owner_id) NULLS NOT DISTINCT;
