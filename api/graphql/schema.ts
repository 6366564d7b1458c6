import { builder } from './builder.ts';
import './scalars.ts';
import './errors.ts';
import '../modules/site/site.graphql.ts';
import '../modules/resorts/resorts.graphql.ts';
import '../modules/resorts/resortSearch.graphql.ts';
import '../modules/resorts/similarResorts.graphql.ts';
import '../modules/listings/listings.graphql.ts';
import '../modules/reviews/reviews.graphql.ts';
import '../modules/reviews/reviewWriting.graphql.ts';
import '../modules/reviews/reviewReports.graphql.ts';
import '../modules/accounts/accounts.graphql.ts';
import '../modules/accountData/accountData.graphql.ts';
import '../modules/bookings/bookings.graphql.ts';
import '../modules/contracts/contracts.graphql.ts';
import '../modules/inquiries/inquiries.graphql.ts';
import '../modules/listings/ownListings.graphql.ts';
import '../modules/savedSearches/savedSearches.graphql.ts';
import '../modules/favorites/favorites.graphql.ts';
import '../modules/accounts/emailAddress.graphql.ts';
import '../modules/accounts/passwordReset.graphql.ts';
import '../modules/accounts/sessionList.graphql.ts';
import '../modules/mail/mail.graphql.ts';

/** The schema; the modules define it. */
export const schema = builder.toSchema();
