/**
 * Two or three sentences about each place, by slug. sampleData appends the resort's amenities and
 * how its weeks work.
 */
export const resortIntroductions: Readonly<Record<string, string>> = {
  'disney-s-animal-kingdom-villas-kidani-village':
    'Kidani Village curves along the edge of a savanna, and many balconies look straight out over the grass. Mornings are the quiet hour here, before the buses leave for the parks and while the animals are still close to the building.',
  'bay-lake-tower-at-disney-s-contemporary-resort':
    'Bay Lake Tower is the crescent beside the Contemporary, within walking distance of the Magic Kingdom gates. Ask for a lake view if you like your sunrises over water, or a park view if you would rather end the day with the fireworks.',
  'disney-s-old-key-west-resort':
    'Pastel clapboard, tin roofs and palms along the canal give Old Key West the pace of a small Florida island town. The villas are among the roomiest in Lake Buena Vista, so families who cook and spread out tend to come back.',
  'disney-s-vero-beach-resort':
    'About two hours from the parks, Vero Beach trades queues for a long, open Atlantic shore. It suits a few slow days at either end of an Orlando trip, with sea turtles nesting on this coast through the summer.',
  'marriott-s-grande-vista':
    'Grande Vista sits around its own lake in the middle of Orlando, far enough from International Drive to be quiet at night. Families use it as a base for the parks and come back to villas with real kitchens.',
  'marriott-s-cypress-harbour':
    'Low villa buildings stand around the water at Cypress Harbour, with paths that are made for an evening walk. SeaWorld is the nearest of the big parks, and the rest of Orlando is an easy drive away.',
  'sheraton-vistana-resort-villas':
    'A garden village of two-storey villas close to Lake Buena Vista, spread over several neighborhoods, each with its own pool. It is large, green and practical, and among the better values this near the parks.',
  'holiday-inn-club-vacations-at-orange-lake-resort':
    'Orange Lake is a small town of its own in Kissimmee, west of the Disney gates. You could spend a whole week between its pools, water park and fairways without starting the car.',
  'club-wyndham-bonnet-creek':
    'Tall, sand-colored towers ring a lake at Bonnet Creek, surrounded by Walt Disney World on nearly every side. From the higher floors you can often see the fireworks without leaving the balcony.',
  'westgate-lakes-resort-spa':
    'Set along a lake shore off Turkey Lake Road, Westgate Lakes is handy for Universal and International Drive. Villas come in many sizes, which makes it easy for several families to stay in one place.',
  'marriott-s-beachplace-towers':
    'BeachPlace Towers rises directly across from the sand on Fort Lauderdale’s beachfront avenue. Step out of the lobby and you are among the cafes and the promenade, with the Atlantic on the other side of the road.',
  'marriott-s-crystal-shores':
    'Crystal Shores looks over the wide Gulf beach of Marco Island, where the sand is pale and the sunsets are the evening’s event. The Ten Thousand Islands begin just to the south, for a day by kayak or boat.',
  'the-villas-at-disney-s-grand-californian-hotel-spa':
    'Timber, stone and lanterns set the tone of this Craftsman-style lodge, which opens directly into the Disneyland Resort. After a long day it is hard to overstate the value of being a few minutes’ walk from your own door.',
  'marriott-s-newport-coast-villas':
    'Terracotta roofs step down the hillside above the Pacific between Newport Beach and Laguna. Crystal Cove’s beaches and bluff paths are minutes away, and on clear evenings you can make out Catalina.',
  'marriott-s-desert-springs-villas':
    'Fairways, palms and bare mountains: Desert Springs is the Coachella Valley in one view. Winters are warm and bright, and even in the hot months the mornings belong to golfers and swimmers.',
  'marriott-s-timber-lodge':
    'Timber Lodge stands beside the gondola in Heavenly Village, a short walk from the shore of Lake Tahoe. Ski in the morning and stroll to dinner in the evening; in summer the lake takes over.',
  'grand-pacific-palisades-resort':
    'The Palisades overlooks Carlsbad’s flower fields, striped with color in spring, and the ocean beyond them. LEGOLAND is next door, so young families can walk to the park and be back for a nap.',
  'hyatt-vacation-club-at-the-welk':
    'The Welk fills a quiet valley north of Escondido, with oak-covered hills all round. It is a resort for staying put, and still close enough for a day at the coast or in San Diego.',
  'marriott-s-grande-ocean':
    'Boardwalks lead from Grande Ocean’s gardens over the dunes to one of Hilton Head’s broad, firm beaches. Bring or rent bicycles: at low tide you can ride the sand for miles.',
  'marriott-s-monarch-at-sea-pines':
    'Inside the gates of Sea Pines, the Monarch has the ocean on one side and leafy bike trails on the other. The striped lighthouse at Harbour Town is a pleasant ride away under the live oaks.',
  'disney-s-hilton-head-island-resort':
    'Built around a tidal marsh at Shelter Cove, this is Disney at low volume: porches, rocking chairs and a pier to fish from. A separate beach house on the ocean is a short shuttle ride away.',
  'marriott-s-oceanwatch-villas-at-grande-dunes':
    'OceanWatch stands on the quieter northern stretch of Myrtle Beach, with lawns and pools between the villas and the sea. The boardwalk and its big wheel are close when the children want lights and noise.',
  'marriott-s-ko-olina-beach-club':
    'Ko Olina’s sheltered lagoons make swimming easy on Oahu’s sunny leeward side. Honolulu is within reach for a day, but most guests find the coastal path and the sunsets enough.',
  'aulani-disney-vacation-club-villas':
    'Aulani gathers pools, gardens and a gentle lagoon around a valley of palms at Ko Olina. Hawaiian stories, carvings and music run through the place, and children are kept happily busy.',
  'marriott-s-maui-ocean-club':
    'On Kaanapali Beach in West Maui, the Ocean Club puts the channel islands of Lanai and Molokai in front of your lanai. The shore path runs along the whole beach, best early or at dusk.',
  'the-westin-nanea-ocean-villas':
    'Nanea spreads low along North Kaanapali, with gardens of native planting between the villas and the shore. Trade winds keep it cool, and the long beach here is less crowded than its southern neighbor.',
  'hilton-grand-vacations-club-the-grand-waikikian-honolulu':
    'A tower at the calm end of Waikiki, beside the Duke Kahanamoku lagoon. Upper floors look along the shore to Diamond Head, and Friday evenings are lively along the sand.',
  'marriott-s-waiohai-beach-club':
    'Waiohai opens onto Poipu, the sunny south shore of Kauai, where the snorkelling starts a few steps from the gardens. Waimea Canyon and the taro fields of the north make easy day trips.',
  'elara-a-hilton-grand-vacations-club':
    'Elara’s curved glass tower stands just off the Strip, joined to the shops of the Miracle Mile. Floor-to-ceiling windows turn the city into the evening’s entertainment, and a kitchen upstairs makes breakfast simple.',
  'hilton-vacation-club-polo-towers-las-vegas':
    'Polo Towers has a mid-Strip address without a casino floor to cross on the way to bed. The rooftop pool is a good place to watch the lights come on over the boulevard.',
  'marriott-s-grand-chateau':
    'One block from the Strip, Grand Chateau is a quiet, non-gaming tower with villas in place of hotel rooms. The pool deck on the roof catches the last sun behind the Spring Mountains.',
  'grand-timber-lodge':
    'Grand Timber sits on the slope between Breckenridge’s Main Street and Peak 8. Ski back in the afternoon, or take the shuttle into the old mining town for supper.',
  'grand-lodge-on-peak-7':
    'The lifts of Peak 7 leave from beside the lodge, so first tracks are a realistic plan. After skiing there are hot tubs under the pines and the gondola down into Breckenridge.',
  'marriott-s-streamside-at-vail':
    'Gore Creek runs past the balconies of StreamSide in West Vail. In winter a shuttle takes you to the lifts; in summer the bike path along the creek starts at the door.',
  'sheraton-steamboat-resort-villas':
    'At the foot of Mount Werner, these villas look onto the runs that made Steamboat’s light powder famous. In late September the aspens turn the same hills gold, and the hot springs are busy all year.',
  'marriott-s-canyon-villas':
    'Canyon Villas lies in the Sonoran Desert on the north side of Phoenix, among saguaros and fairways. Come between October and April for clear days, cool nights and very good hiking.',
  'hilton-vacation-club-scottsdale-villa-mirage':
    'Villa Mirage is a low, sand-colored village in north Scottsdale, with views to the McDowell Mountains. Old Town’s galleries are an easy drive, and sunsets here need no help from anyone.',
  'westgate-park-city-resort-spa':
    'At the base of the Canyons Village side of Park City Mountain, Westgate keeps the lifts and the lodge fire equally close. Historic Main Street is a short bus ride down the valley.',
  'the-grand-mayan-at-vidanta-nuevo-vallarta':
    'The Grand Mayan lies within Vidanta’s long park of palms, lagoons and pools on Banderas Bay. The Sierra Madre rises green behind it, and whales pass the bay in winter.',
  'villa-del-palmar-cancun':
    'North of the hotel zone, Villa del Palmar faces the calm water towards Isla Mujeres. It is a peaceful stretch of beach, with the ferry and the city both close when you want them.',
  'the-royal-sands':
    'The Royal Sands stands between the Caribbean and the lagoon on Cancún’s hotel zone, with villas that many families have owned for years. The beach in front is wide, white and properly blue.',
  'pueblo-bonito-sunset-beach':
    'On the Pacific side of Cabo San Lucas, Sunset Beach climbs a hillside above a wild, golden shore. The surf here is for watching rather than swimming, and the evening light earns the name.',
  'marriott-s-aruba-ocean-club':
    'Right on Palm Beach, the Ocean Club has the island’s calmest water in front and its restaurants along the boardwalk behind. The trade wind blows all year, which makes the heat easy to live with.',
  'marriott-s-aruba-surf-club':
    'The Surf Club is the family side of Palm Beach, wrapped around a lively pool and a lazy river. Windsurfers and catamarans work the bay in front, and the water is shallow a long way out.',
  'divi-aruba-phoenix-beach-resort':
    'Divi Phoenix has a quieter spot at the southern end of Palm Beach, looking along the whole curve of the bay. Divi-divi trees lean over the sand, bent by the same wind that cools the terraces.',
  'paradise-beach-villas':
    'A small, owner-run resort across from Eagle Beach, where many of the same families meet in the same week each year. Two pools, a friendly bar and one of the Caribbean’s widest beaches make up the program.',
  'morritt-s-tortuga-club':
    'Morritt’s keeps to Grand Cayman’s unhurried East End, inside a reef that holds the waves back. Divers and kite surfers love it, and so does anyone who wants a dock, a hammock and not much else.',
  'marriott-s-frenchman-s-cove':
    'Frenchman’s Cove looks over the entrance to Charlotte Amalie’s harbour, with yachts and cruise ships passing by. Sandy coves are on either side, and ferries run to St. John for the day.',
  'marriott-s-st-kitts-beach-club':
    'Green volcanic hills stand behind this resort at Frigate Bay, where the island narrows and the Atlantic and Caribbean almost meet. Nights are for the beach bars on the calm side of the isthmus.',
  'harborside-resort-at-atlantis':
    'Brightly painted villas face the marina on Paradise Island, across the bridge from Nassau. Guests come for the water park and stay up for a slow walk past the boats.',
  'marriott-s-marbella-beach-resort':
    'Andalusian courtyards, palms and fountains lead down to a sandy beach east of Marbella. The old town, the white villages in the hills and Gibraltar all make good days out.',
  'marriott-s-phuket-beach-club':
    'Mai Khao is Phuket’s longest and quietest beach, backed by casuarina trees and a national park. It is close to the airport and a world away from the busy south of the island.',
};
