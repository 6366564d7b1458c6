-- An edit of a resort names the version that was seen. Changes by reviews and listings are no edits.
CREATE OR REPLACE TRIGGER resort_changed
  BEFORE UPDATE OF slug, name, brand, city, region, country, location, destination, description, image_url,
    amenities, price_min, price_max, is_new_availability, latitude, longitude, timezone, week_rule
  ON resorts FOR EACH ROW
  WHEN ((to_jsonb(OLD) - '{rating,rating_sum,review_count,available_rentals,search_vector,updated_at,version}'::text[])
        IS DISTINCT FROM
        (to_jsonb(NEW) - '{rating,rating_sum,review_count,available_rentals,search_vector,updated_at,version}'::text[]))
  EXECUTE FUNCTION count_version();
