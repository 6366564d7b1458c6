-- Places that contain a resort are words of its search vector: '@maui', '@hawaii', '@unitedstates'.
-- Typed words have no '@', so no beginning of a word finds them.

CREATE TABLE search_areas (
  key TEXT NOT NULL,
  latitude DOUBLE PRECISION,
  longitude DOUBLE PRECISION,
  miles DOUBLE PRECISION,
  countries TEXT[] NOT NULL DEFAULT '{}',

  CONSTRAINT search_areas_pkey PRIMARY KEY (key),
  CONSTRAINT search_areas_extent CHECK (num_nonnulls(latitude, longitude, miles) = 3 OR countries <> '{}')
);

INSERT INTO search_areas (key, latitude, longitude, miles, countries) VALUES
  ('maui', 20.8, -156.33, 32, '{}'),
  ('kauai', 22.05, -159.53, 24, '{}'),
  ('oahu', 21.46, -157.98, 30, '{}'),
  ('bigisland', 19.6, -155.5, 60, '{}'),
  ('waikiki', 21.28, -157.83, 2, '{}'),
  ('kaanapali', 20.93, -156.69, 5, '{}'),
  ('koolina', 21.335, -158.12, 3, '{}'),
  ('wailea', 20.69, -156.44, 4, '{}'),
  ('poipu', 21.88, -159.46, 4, '{}'),
  ('princeville', 22.22, -159.48, 5, '{}'),
  ('orlandoarea', 28.42, -81.48, 20, '{}'),
  ('waltdisneyworld', 28.385, -81.564, 16, '{}'),
  ('universalorlando', 28.474, -81.467, 18, '{}'),
  ('seaworldorlando', 28.411, -81.461, 16, '{}'),
  ('disneyland', 33.812, -117.919, 12, '{}'),
  ('lasvegasstrip', 36.115, -115.172, 3, '{}'),
  ('phoenixarea', 33.55, -112, 35, '{}'),
  ('sandiegoarea', 32.95, -117.15, 35, '{}'),
  ('losangelesarea', 33.9, -118.1, 40, '{}'),
  ('southerncalifornia', 33.6, -117.3, 90, '{}'),
  ('northerncalifornia', 39, -121.5, 160, '{}'),
  ('palmspringsarea', 33.8, -116.45, 25, '{}'),
  ('laketahoe', 39.09, -120.04, 25, '{}'),
  ('loscabos', 22.98, -109.8, 30, '{}'),
  ('puertovallartaarea', 20.68, -105.28, 25, '{}'),
  ('rivieramayaandcancun', 20.85, -87.05, 60, '{}'),
  ('costadelsol', 36.55, -4.75, 50, '{}'),
  ('miamiarea', 25.95, -80.17, 25, '{}'),
  ('southflorida', 26, -80.3, 60, '{}'),
  ('floridakeys', 24.8, -81, 60, '{}'),
  ('naplesarea', 26.05, -81.75, 20, '{}'),
  ('hiltonhead', 32.18, -80.74, 10, '{}'),
  ('grandstrand', 33.7, -78.87, 30, '{}'),
  ('palmbeacharuba', 12.57, -70.048, 0.9, '{}'),
  ('eaglebeach', 12.551, -70.057, 0.6, '{}'),
  ('summitcounty', 39.55, -106.05, 20, '{}'),
  ('palmbeaches', 26.71, -80.05, 15, '{}'),
  ('smokymountains', 35.7, -83.5, 35, '{}'),
  ('poconos', 41.1, -75.3, 30, '{}'),
  ('bransonarea', 36.64, -93.22, 15, '{}'),
  ('outerbanks', 35.7, -75.7, 70, '{}'),
  ('capecod', 41.7, -70.2, 35, '{}'),
  ('tenerife', 28.27, -16.6, 35, '{}'),
  ('grancanaria', 27.95, -15.6, 25, '{}'),
  ('phuket', 7.95, 98.35, 25, '{}'),
  ('keywest', 24.56, -81.78, 6, '{}'),
  ('grandcanyon', 36.06, -112.11, 40, '{}'),
  ('sedona', 34.87, -111.76, 10, '{}'),
  ('napavalley', 38.5, -122.33, 20, '{}'),
  ('yosemite', 37.75, -119.59, 35, '{}'),
  ('yellowstone', 44.6, -110.5, 50, '{}'),
  ('niagarafalls', 43.08, -79.07, 8, '{}'),
  ('williamsburgarea', 37.27, -76.71, 15, '{}'),
  ('destinarea', 30.39, -86.5, 15, '{}'),
  ('caribbean', NULL, NULL, NULL, '{antiguaandbarbuda,anguilla,aruba,barbados,stbarthelemy,caribbeannetherlands,bonaire,bahamas,cuba,curacao,dominica,dominicanrepublic,grenada,guadeloupe,haiti,jamaica,stkittsandnevis,caymanislands,stlucia,stmartin,martinique,montserrat,puertorico,sintmaarten,stmaarten,turksandcaicosislands,trinidadandtobago,stvincentandgrenadines,britishvirginislands,usvirginislands}'),
  ('europe', NULL, NULL, NULL, '{andorra,albania,austria,bosniaandherzegovina,belgium,bulgaria,switzerland,cyprus,czechia,germany,denmark,estonia,spain,finland,france,unitedkingdom,greece,croatia,hungary,ireland,iceland,italy,liechtenstein,lithuania,luxembourg,latvia,monaco,moldova,montenegro,northmacedonia,malta,netherlands,norway,poland,portugal,romania,serbia,sweden,slovenia,slovakia,sanmarino,ukraine,vaticancity}'),
  ('asia', NULL, NULL, NULL, '{unitedarabemirates,bahrain,china,hongkongsarchina,indonesia,india,japan,cambodia,southkorea,laos,srilanka,myanmarburma,mongolia,macaosarchina,maldives,malaysia,nepal,oman,philippines,qatar,saudiarabia,singapore,thailand,taiwan,vietnam}'),
  ('centralamerica', NULL, NULL, NULL, '{belize,costarica,guatemala,honduras,nicaragua,panama,elsalvador}'),
  ('southamerica', NULL, NULL, NULL, '{argentina,bolivia,brazil,chile,colombia,ecuador,guyana,peru,paraguay,suriname,uruguay,venezuela}'),
  ('polynesia', NULL, NULL, NULL, '{frenchpolynesia,samoa,tonga,cookislands}');

-- A name without blanks and marks; "Saint" and "Fort" as people shorten them.
CREATE FUNCTION search_place_key(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(public.search_fold(name), '&', ' and '),
           '\msaint\M', 'st', 'g'), '\mfort\M', 'ft', 'g'), '[^a-z0-9]+', '', 'g'), '^the(?=.)', '');
$$;

CREATE FUNCTION resort_places(location text, city text, region text, country text, destination text,
                              latitude double precision, longitude double precision) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH named AS (
    SELECT public.search_place_key(part) AS key
      FROM unnest(string_to_array(location, ',') || ARRAY[city, region, country, destination]) AS part)
  SELECT coalesce(array_to_tsvector(array_agg(DISTINCT '@' || key)), ''::tsvector)
    FROM (SELECT key FROM named WHERE key <> ''
          UNION ALL
          SELECT areas.key FROM public.search_areas AS areas
           WHERE EXISTS (SELECT FROM named WHERE named.key = ANY (areas.countries))
              -- Great-circle distance, by the haversine formula.
              OR 3959 * 2 * asin(least(1, sqrt(
                   power(sin(radians(resort_places.latitude - areas.latitude) / 2), 2) +
                   cos(radians(resort_places.latitude)) * cos(radians(areas.latitude)) *
                   power(sin(radians(resort_places.longitude - areas.longitude) / 2), 2)))) <= areas.miles) AS keys;
$$;

CREATE OR REPLACE FUNCTION resorts_searchable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place text := concat_ws(' ', NEW.location, NEW.city, NEW.region, NEW.country, NEW.destination);
BEGIN
  NEW.search_vector := resort_search_vector(NEW.name, NEW.brand, place, NEW.amenities)
    || resort_places(NEW.location, NEW.city, NEW.region, NEW.country, NEW.destination, NEW.latitude, NEW.longitude);
  INSERT INTO search_words (word)
    SELECT DISTINCT word
      FROM regexp_split_to_table(
             search_fold(concat_ws(' ', NEW.name, NEW.brand, place, array_to_string(NEW.amenities, ' '))),
             '[^a-z0-9]+') AS word
     WHERE length(word) BETWEEN 2 AND 40
     ORDER BY word
    ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;

DROP TRIGGER resorts_searchable ON resorts;
CREATE TRIGGER resorts_searchable
  BEFORE INSERT OR UPDATE OF name, brand, location, city, region, country, destination, amenities, latitude, longitude
  ON resorts FOR EACH ROW EXECUTE FUNCTION resorts_searchable();

-- Another table of areas places every resort anew.
CREATE FUNCTION search_areas_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE resorts SET name = name;
  RETURN NULL;
END $$;

CREATE TRIGGER search_areas_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON search_areas
  FOR EACH STATEMENT EXECUTE FUNCTION search_areas_changed();

UPDATE resorts SET name = name;
