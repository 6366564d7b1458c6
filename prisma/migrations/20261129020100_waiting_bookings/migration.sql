-- The bookings that wait for each member, read with the member in one statement: for the traveler a
-- checkout to pay and an offer to answer, for the owner a request to answer and a certificate to
-- enter, from 30 days before check-in, and for both a reported problem, to which both can add.
CREATE VIEW waiting_bookings AS
SELECT user_id AS member_id, id AS booking_id,
       CASE status WHEN 'held' THEN held_until WHEN 'pending' THEN answer_by ELSE disputed_at END
         AS due_at,
       CASE status WHEN 'held' THEN held_until END AS held_until
FROM bookings
WHERE is_protected AND (
  status IN ('held', 'disputed')
  OR (status = 'pending' AND accepted_at IS NULL AND offered_check_in IS NOT NULL))
UNION ALL
SELECT owner_id, bookings.id,
       CASE status
         WHEN 'pending' THEN answer_by
         WHEN 'confirmed' THEN (check_in - 10)::timestamp AT TIME ZONE timezone
         ELSE disputed_at END,
       NULL
FROM bookings
JOIN resorts ON resorts.id = resort_id
JOIN time_zones ON time_zones.name = timezone
WHERE is_protected AND (
  status = 'disputed'
  OR (status = 'pending' AND accepted_at IS NULL AND offered_check_in IS NULL)
  OR (status = 'confirmed' AND check_in <= today + 30));
