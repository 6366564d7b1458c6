import { randomUUID } from 'node:crypto';
import {
  buildSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseGlobalId } from './graphql/ids/globalIds.ts';
import { rows, type IdNote } from './graphql/ids/ids.ts';
import { rootCosts } from './graphql/limits/rootCosts.ts';
import { schema } from './schema.ts';
import type { RestRoute } from './rest/route.ts';
import { restRoutes } from './modules/areas.ts';
import {
  cookieOf,
  createBooking,
  createInquiry,
  createListing,
  createMail,
  createResort,
  createReview,
  createSavedSearch,
  createUser,
  globalId,
  password,
  signedInUser,
} from './testing/factories.ts';
import {
  createEndpointRow,
  createOrganization,
  createTokenRow,
} from './modules/partners/testing/partner.ts';
import { tokenScopes, type TokenScope } from './platform/sessions/apiTokens.ts';
import { testEventType } from './modules/partners/webhooks/topics.ts';
import type { Call } from './testing/client.ts';
import { isDeep } from './testing/depth.ts';
import { openDocuments } from './testing/openDocuments.ts';
import { subscribe } from './testing/subscribe.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

/**
 * Who may use what. Lists everything that can be called: root fields, types that `node` loads, and
 * routes. The tests below fail if an entry is missing or superfluous.
 */
const rootFields: Record<string, Rule> = {
  'Query.adminSearch': 'admin',
  'Query.organization': 'signed in', // and then members and administrators
  'Query.organizations': 'admin',
  'Query.adminTasks': 'admin',
  'Query.managedListing': 'admin',
  'Query.managedListings': 'admin',
  'Query.auditActions': 'admin',
  'Query.booking': 'signed in',
  'Query.certificateToConfirm': 'everyone', // who has the link
  'Query.checkOffer': 'everyone',
  'Query.changes': 'signed in',
  'Query.bookings': 'admin',
  'Query.heldListings': 'admin',
  'Query.chargebacks': 'admin',
  'Query.dues': 'admin',
  'Query.heldPayouts': 'admin',
  'Query.refundsToSettle': 'admin',
  'Query.remittances': 'admin',
  'Query.unpaidHolds': 'admin',
  'Query.inquiries': 'admin',
  'Query.inquiry': 'admin',
  'Query.inventoryProviders': 'admin',
  'Query.inventoryResorts': 'admin',
  'Query.inventoryRun': 'admin',
  'Query.inventoryRuns': 'admin',
  'Query.reportedReviews': 'admin',
  'Query.verificationCounts': 'admin',
  'Query.auditEntries': 'admin',
  'Query.siteDays': 'admin',
  'Query.siteTotals': 'admin',
  'Query.systemStatus': 'admin',
  'Query.node': 'everyone', // and then the rule of the type
  'Query.nodes': 'everyone',
  'Query.comparedListings': 'everyone', // and then each listing
  'Query.failedEscrows': 'admin',
  'Query.listings': 'everyone',
  'Query.messageThread': 'signed in', // and then both sides
  'Query.messageThreads': 'signed in',
  'Query.reportedMessages': 'admin',
  'Query.mailSample': 'admin',
  'Query.mailTemplates': 'admin',
  'Query.mails': 'admin',
  'Query.cancellationPolicies': 'everyone',
  'Query.newAvailability': 'everyone',
  'Query.disputes': 'admin',
  'Query.reconciliation': 'admin',
  'Query.reconciliations': 'admin',
  'Query.isReconciling': 'admin',
  'Query.occupancyTaxes': 'admin',
  'Query.partnerLink': 'everyone', // who has the link
  'Query.resort': 'everyone',
  'Query.resortFacets': 'everyone',
  'Query.resortMap': 'everyone',
  'Query.resortSuggestions': 'everyone',
  'Query.resorts': 'everyone',
  'Query.reviewReports': 'admin',
  'Query.saleComparables': 'everyone',
  'Query.saleFacets': 'everyone',
  'Query.saleListing': 'everyone',
  'Query.saleListings': 'everyone',
  'Query.salePrices': 'signed in',
  'Query.myPartIn': 'signed in',
  'Query.mySales': 'signed in',
  'Query.sale': 'signed in', // and then both sides and administrators
  'Query.sales': 'admin',
  'Query.coolingOffRules': 'admin',
  'Query.resortOwning': 'admin',
  'Query.settings': 'admin',
  'Query.site': 'everyone',
  'Query.managedResorts': 'admin',
  'Query.users': 'admin',
  'Query.topResorts': 'everyone',
  'Query.verificationListing': 'admin',
  'Query.verificationQueue': 'admin',
  'Query.searchPhrases': 'everyone',
  'Query.searchReading': 'everyone',
  'Query.searchWaysOn': 'everyone',
  'Query.weekMonths': 'everyone',
  'Query.weeks': 'everyone',
  'Query.viewer': 'everyone', // null when signed out
  'Query.sandboxClock': 'signed in', // null for live data
  'Mutation.addFavorite': 'signed in',
  'Mutation.acceptInvitation': 'signed in', // who has the link
  'Mutation.closeOrganization': 'signed in', // and then its owners, here and below
  'Mutation.createApiToken': 'signed in',
  'Mutation.draftSubmittedProperty': 'signed in', // and then who submitted it
  'Mutation.createTestBooking': 'signed in', // and then test tokens, here and for four below
  'Mutation.moveTestBooking': 'signed in',
  'Mutation.reviewTestStay': 'signed in',
  'Mutation.moveSandboxClock': 'signed in',
  'Mutation.verifyTestListing': 'signed in',
  'Mutation.resetSandbox': 'signed in',
  'Mutation.createWebhookEndpoint': 'signed in',
  'Mutation.updateWebhookEndpoint': 'signed in',
  'Mutation.rotateWebhookSecret': 'signed in',
  'Mutation.deleteWebhookEndpoint': 'signed in',
  'Mutation.sendTestEvent': 'signed in',
  'Mutation.replayDeliveries': 'signed in',
  'Mutation.decideOrganization': 'admin',
  'Mutation.decideOrganizationName': 'admin',
  'Mutation.inviteMember': 'signed in',
  'Mutation.openOrganization': 'signed in',
  'Mutation.removeMember': 'signed in',
  'Mutation.revokeApiToken': 'signed in',
  'Mutation.setMemberRole': 'signed in',
  'Mutation.updateOrganization': 'signed in',
  'Mutation.withdrawInvitation': 'signed in',
  'Mutation.makeOffer': 'signed in',
  'Mutation.moveSale': 'signed in', // and then by the table of moves
  'Mutation.reportSaleStep': 'everyone', // who has the link, here and below
  'Mutation.createPartnerDownload': 'everyone',
  'Mutation.createPartnerLink': 'admin',
  'Mutation.revokePartnerLink': 'admin',
  'Mutation.payFromSandbox': 'signed in', // and then the buyer
  'Mutation.paySaleDeposit': 'signed in', // and then the buyer
  'Mutation.checkSalePayment': 'signed in', // and then the buyer
  'Mutation.createSaleDocumentLink': 'signed in', // and then both sides and administrators
  'Mutation.setCoolingOff': 'admin',
  'Mutation.setResortFee': 'admin',
  'Mutation.setDeedBack': 'admin',
  'Mutation.openThread': 'signed in',
  'Mutation.sendMessage': 'signed in', // and then both sides, here and below
  'Mutation.markThreadRead': 'signed in',
  'Mutation.reportMessage': 'signed in',
  'Mutation.dismissMessageReports': 'admin',
  'Mutation.hideReportedMessage': 'admin',
  'Mutation.continueResortImport': 'admin',
  'Mutation.startResortImport': 'admin',
  'Mutation.uploadResortPicture': 'admin',
  'Mutation.addInquiryNote': 'admin',
  'Mutation.dismissReviewReports': 'admin',
  'Mutation.recordRemittance': 'admin',
  'Mutation.removeReportedReview': 'admin',
  'Mutation.removeReviewAnswer': 'admin',
  'Mutation.replyToInquiry': 'admin',
  'Mutation.checkPayment': 'signed in',
  'Mutation.checkPayoutAccount': 'signed in',
  'Mutation.connectPayouts': 'signed in', // and then who offers a week
  'Mutation.holdStay': 'signed in',
  'Mutation.moveBooking': 'signed in',
  'Mutation.giveRefundDetails': 'signed in', // and then the traveler
  'Mutation.askRefundDetails': 'admin',
  'Mutation.openRefundDetails': 'admin',
  'Mutation.remitRefund': 'admin',
  'Mutation.retryRefund': 'admin',
  'Mutation.compareAgain': 'admin',
  'Mutation.correctLedger': 'admin',
  'Mutation.payOwnerAgain': 'admin',
  'Mutation.recordMovement': 'admin',
  'Mutation.startReconciliation': 'admin',
  'Mutation.payBalance': 'signed in',
  'Mutation.payBooking': 'signed in',
  'Mutation.payClaim': 'signed in',
  'Mutation.setInquiryStatus': 'admin',
  'Mutation.turnInquiryIntoDraft': 'admin',
  'Mutation.cancelInventoryRun': 'admin',
  'Mutation.createInventoryProvider': 'admin',
  'Mutation.createResortFromInventory': 'admin',
  'Mutation.deleteInventoryProvider': 'admin',
  'Mutation.ignoreInventoryResort': 'admin',
  'Mutation.matchInventoryResort': 'admin',
  'Mutation.previewInventory': 'admin',
  'Mutation.startInventorySync': 'admin',
  'Mutation.updateInventoryProvider': 'admin',
  'Mutation.withdrawInventoryProvider': 'admin',
  'Subscription.bookingChanged': 'signed in', // and then traveler, owner and team
  'Subscription.inventoryRun': 'admin',
  'Subscription.messageThread': 'signed in', // and then both sides
  'Subscription.saleChanged': 'signed in', // and then both sides and team
  'Mutation.createResort': 'admin',
  'Mutation.deleteResort': 'admin',
  'Mutation.sendChargebackEvidence': 'admin',
  'Mutation.updateResort': 'admin',
  'Mutation.addUser': 'admin',
  'Mutation.deleteUser': 'admin',
  'Mutation.endUserSessions': 'admin',
  'Mutation.updateUser': 'admin',
  'Mutation.askAboutListing': 'admin',
  'Mutation.moveListing': 'admin',
  'Mutation.attachContract': 'signed in', // and then the owner
  'Mutation.addEvidence': 'signed in', // and then the traveler or the owner
  'Mutation.createEvidenceLink': 'signed in', // and then both sides or an administrator
  'Mutation.answerCertificate': 'everyone', // who has the link
  'Mutation.createCertificateLink': 'signed in', // and then the traveler, the owner or an administrator
  'Mutation.createContractLink': 'signed in', // and then the owner or an administrator
  'Mutation.uploadContract': 'signed in',
  'Mutation.addPicture': 'signed in', // and then the owner, or for a resort an administrator
  'Mutation.orderPictures': 'signed in',
  'Mutation.describePicture': 'signed in',
  'Mutation.deletePicture': 'signed in',
  'Mutation.changePassword': 'signed in',
  'Mutation.closeAccount': 'signed in',
  'Mutation.bulkUpsertListings': 'signed in',
  'Mutation.createListing': 'signed in',
  'Mutation.deleteSavedSearch': 'signed in',
  'Mutation.discardListingDraft': 'signed in',
  'Mutation.rejectListing': 'admin',
  'Mutation.relistListing': 'signed in',
  'Mutation.retryEscrow': 'admin',
  'Mutation.requestListingReview': 'signed in',
  'Mutation.resetListingCalendar': 'signed in',
  'Mutation.setBlockedNights': 'signed in', // and then the owner
  'Mutation.importCalendar': 'signed in', // and then the owner
  'Mutation.readCalendar': 'signed in', // and then the owner
  'Mutation.removeCalendar': 'signed in', // and then the owner
  'Mutation.saveListingDraft': 'signed in',
  'Mutation.updateListing': 'signed in',
  'Mutation.verifyListing': 'admin',
  'Mutation.withdrawListing': 'signed in',
  'Mutation.saveSearch': 'signed in',
  'Mutation.submitProperty': 'signed in',
  'Mutation.unsubscribe': 'everyone', // who has the link from the mail
  'Mutation.updateSavedSearch': 'signed in',
  'Mutation.removeFavorite': 'signed in',
  'Mutation.confirmEmailChange': 'everyone', // who has the link
  'Mutation.endOtherSessions': 'signed in',
  'Mutation.endSession': 'signed in',
  'Mutation.requestEmailChange': 'signed in',
  'Mutation.requestPasswordReset': 'everyone',
  'Mutation.resendVerification': 'signed in',
  'Mutation.resetPassword': 'everyone', // who has the link
  'Mutation.answerReview': 'signed in',
  'Mutation.createReview': 'signed in',
  'Mutation.reportReview': 'signed in',
  'Mutation.createSetting': 'admin',
  'Mutation.deleteSetting': 'admin',
  'Mutation.initializeSmtpSettings': 'admin',
  'Mutation.decideJob': 'admin',
  'Mutation.resendMail': 'admin',
  'Mutation.revealSetting': 'admin',
  'Mutation.saveSettings': 'admin',
  'Mutation.sendTestMail': 'admin',
  'Mutation.signIn': 'everyone',
  'Mutation.signOut': 'everyone',
  'Mutation.setTaxRate': 'admin',
  'Mutation.signUp': 'everyone',
  'Mutation.updateProfile': 'signed in',
  'Mutation.updateReview': 'signed in',
  'Mutation.verifyEmail': 'everyone', // who has the link
  'Mutation.withdrawReview': 'signed in',
};

const nodeTypes: Record<string, Rule> = {
  ApiToken: 'owner or admin',
  Booking: 'owner or admin',
  InquiryCase: 'admin',
  InquiryEvent: 'admin',
  InventoryProvider: 'admin',
  InventoryResort: 'admin',
  InventoryRun: 'admin',
  Listing: 'owner or admin', // and everyone once it is public
  ListingCalendar: 'owner or admin',
  ListingDraft: 'owner',
  OccupancyTax: 'admin',
  Organization: 'owner or admin',
  Message: 'owner', // and administrators once a message of the thread was reported
  MessageThread: 'owner',
  OwnListing: 'owner or admin',
  Sale: 'owner or admin', // and the buyer
  Picture: 'owner or admin', // and everyone once its listing is public
  PropertyInquiry: 'owner or admin',
  SavedSearch: 'owner',
  ReportedReview: 'admin',
  Resort: 'everyone',
  ResortImport: 'admin',
  Review: 'everyone',
  ReviewReport: 'admin',
  OutgoingMail: 'admin',
  Session: 'owner',
  SiteSetting: 'admin',
  User: 'owner or admin',
  WebhookDelivery: 'owner or admin',
  WebhookEndpoint: 'owner or admin',
};

/** Only the sessions of the viewer are looked up, so those of others are null without an error. */
const nullForOthers = ['Session'];

const routes: Record<string, Rule> = {
  'GET /api/admin/inventory/template': 'admin',
  'GET /api/bookings/:id/evidence': 'admin',
  'GET /api/admin/resorts/export': 'admin',
  'GET /api/admin/resorts/template': 'admin',
  'POST /api/admin/resorts/imports': 'admin',
  'POST /api/admin/resorts/imports/:id': 'admin',
  'POST /api/admin/resorts/pictures': 'admin',
  'GET /media/resorts/:id/:file': 'everyone',
  'GET /media/pictures/:id/:file': 'everyone', // once its listing is public
  'POST /api/admin/resorts': 'admin',
  'PATCH /api/admin/resorts/:id': 'admin',
  'DELETE /api/admin/resorts/:id': 'admin',
  'GET /api/inventory/providers': 'admin',
  'GET /api/inventory/history': 'admin',
  'POST /api/inventory/preview/:provider': 'admin',
  'POST /api/inventory/sync/:provider': 'admin',
  'GET /api/admin/inventory/runs/:id/errors.csv': 'admin',
  'GET /api/admin/users': 'admin',
  'PATCH /api/admin/users/:id': 'admin',
  'DELETE /api/admin/users/:id': 'admin',
  'GET /api/users/me': 'signed in',
  'GET /api/users/me/export': 'signed in',
  'GET /api/unsubscribe': 'everyone',
  'POST /api/unsubscribe': 'everyone',
  'GET /api/bookings/:id/calendar': 'signed in', // and then the traveler, the owner, the team
  'GET /api/sales/:id/terms': 'signed in', // and then both sides and administrators
  'GET /api/sales/:id/export': 'admin',
  'GET /api/partner-sale/files/:file': 'everyone', // who has the signed link
  'POST /api/partner-sale/s3/multipart': 'everyone', // who has the partner's link, here and below
  'GET /api/partner-sale/s3/multipart/:uploadId': 'everyone',
  'DELETE /api/partner-sale/s3/multipart/:uploadId': 'everyone',
  'POST /api/partner-sale/s3/multipart/:uploadId/complete': 'everyone',
  'GET /api/partner-sale/s3/multipart/:uploadId/:partNumber': 'everyone',
  'GET /api/bookings/:id/receipts/:number': 'signed in', // and then whose receipt it is
  'GET /api/calendars/:token': 'everyone', // who has the address
  'GET /api/listings/:id/quote': 'everyone',
  'POST /api/escrow/webhook': 'everyone', // who signs with the secret
  'POST /api/payments/webhook': 'everyone', // signed by the payment provider
  'POST /api/payments/sandbox/cards': 'signed in',
  'POST /api/payments/sandbox/accounts': 'signed in',
  'GET /api/payouts/statements/:year': 'signed in', // and then the owner or an administrator
  'POST /api/payments/sandbox/confirmations': 'signed in', // and then who has the secret
  'POST /api/listings': 'signed in',
  'POST /api/property-submissions': 'signed in',
  'POST /api/contracts/upload': 'signed in',
  'GET /api/contracts/:id': 'signed in', // and then the person that the link was made for
  'GET /api/listings/:id/contract': 'signed in', // and then the owner or an administrator
  'POST /api/listings/:id/contract': 'signed in', // and then the owner
  'PUT /s3/objects/quarantine/:ownerId/:id': 'everyone', // who has the link
  'POST /s3/multipart': 'signed in',
  'GET /s3/multipart/:uploadId': 'signed in', // and then the uploader, here and below
  'DELETE /s3/multipart/:uploadId': 'signed in',
  'POST /s3/multipart/:uploadId/complete': 'signed in',
  'GET /s3/multipart/:uploadId/:partNumber': 'signed in',
  'GET /s3/params': 'signed in',
  'GET /s3/sts': 'signed in',
  'POST /api/users/login': 'everyone',
  'POST /api/users/logout': 'everyone',
  'POST /api/users/register': 'everyone',
  'GET /api/admin/settings': 'admin',
  'POST /api/admin/settings': 'admin',
  'PUT /api/admin/settings/:key': 'admin',
  'DELETE /api/admin/settings/:key': 'admin',
  'POST /api/admin/smtp/test': 'admin',
  'GET /api/resorts': 'everyone',
  'GET /api/resorts/search': 'everyone',
  'GET /api/resorts/new-availability': 'everyone',
  'GET /api/resorts/top': 'everyone',
  'GET /api/resorts/:id': 'everyone',
  'GET /api/resorts/:id/reviews': 'everyone',
};

/** What each scope of a token opens; everything else is closed to tokens. */
const openTo: Record<TokenScope, string[]> = {
  'resorts:read': [
    'Query.changes',
    'Query.newAvailability',
    'Query.resort',
    'Query.resortFacets',
    'Query.resortMap',
    'Query.resortSuggestions',
    'Query.resorts',
    'Query.topResorts',
    'Query.searchPhrases',
    'Query.searchReading',
    'Resort',
    'Review',
    'GET /api/resorts',
    'GET /api/resorts/search',
    'GET /api/resorts/new-availability',
    'GET /api/resorts/top',
    'GET /api/resorts/:id',
    'GET /api/resorts/:id/reviews',
  ],
  'listings:read': [
    'Query.changes',
    'Query.comparedListings',
    'Query.cancellationPolicies',
    'Query.listings',
    'Query.saleComparables',
    'Query.saleFacets',
    'Query.saleListing',
    'Query.saleListings',
    'Query.searchWaysOn',
    'Query.weekMonths',
    'Query.weeks',
    'Listing',
    'OwnListing',
    'Picture',
    'GET /api/listings/:id/quote',
  ],
  'listings:write': [
    'Mutation.addPicture',
    'Mutation.attachContract',
    'Mutation.bulkUpsertListings',
    'Mutation.createListing',
    'Mutation.deletePicture',
    'Mutation.describePicture',
    'Mutation.orderPictures',
    'Mutation.relistListing',
    'Mutation.requestListingReview',
    'Mutation.setBlockedNights',
    'Mutation.updateListing',
    'Mutation.uploadContract',
    'Mutation.verifyTestListing',
    'Mutation.withdrawListing',
    'POST /api/listings',
    'POST /api/listings/:id/contract',
  ],
  'bookings:read': ['Query.booking', 'Subscription.bookingChanged', 'Booking'],
  'bookings:write': [
    'Mutation.createTestBooking',
    'Mutation.moveBooking',
    'Mutation.moveSandboxClock',
    'Mutation.moveTestBooking',
    'Mutation.reviewTestStay',
  ],
  'stays:read': ['User.bookings', 'Booking'],
  'stays:write': ['Mutation.holdStay'],
  'sales:read': ['Query.sale', 'Subscription.saleChanged', 'Sale'],
  'inquiries:read': ['PropertyInquiry'],
  'webhooks:manage': [
    'Mutation.createWebhookEndpoint',
    'Mutation.updateWebhookEndpoint',
    'Mutation.rotateWebhookSecret',
    'Mutation.deleteWebhookEndpoint',
    'Mutation.sendTestEvent',
    'Mutation.replayDeliveries',
    'WebhookDelivery',
    'WebhookEndpoint',
  ],
};

const openToAnyToken = [
  'Query.organization',
  'Query.sandboxClock',
  'Query.viewer',
  'Organization',
  'User',
];

/** Types without a rule of their own: a token sees them in what holds them. */
const heldTypes = [
  'ApiUsageDay',
  'ApiUsageOperation',
  'Availability',
  'BookingChange',
  'BookingChoice',
  'BookingDeposit',
  'BookingEvent',
  'BookingGoodwill',
  'BookingOffer',
  'BookingPayment',
  'BookingPriceLine',
  'BookingSettlement',
  'BulkListingResult',
  'CalendarNight',
  'CancellationPolicy',
  'CappedCount',
  'Change',
  'ComingBookingMove',
  'ContractDocument',
  'DamageClaim',
  'DeedBack',
  'DepartureDays',
  'DisputeDecision',
  'DisputeEvidence',
  'FirstRefusals',
  'FreeStay',
  'ListingEvent',
  'ListingFacts',
  'ListingSign',
  'ListingStay',
  'MapBounds',
  'Money',
  'NearResort',
  'NearWeek',
  'NightConflict',
  'NightRange',
  'NumberedWeek',
  'OrganizationInvitation',
  'OrganizationMember',
  'OwnNights',
  'OwningCosts',
  'PageInfo',
  'PictureSource',
  'PriceSpread',
  'QuoteLine',
  'Receipt',
  'ReceiptDocument',
  'ReceiptFact',
  'ReceiptLine',
  'RefundRow',
  'RefundStep',
  'RentingCosts',
  'ResortCluster',
  'ResortFacetValue',
  'ResortFacets',
  'ResortFee',
  'ResortMap',
  'ResortSeason',
  'ResortSuggestions',
  'ReviewAnswer',
  'ReviewAuthor',
  'SaleChange',
  'SaleChoice',
  'SaleComparables',
  'SaleEvent',
  'SaleFacetValue',
  'SaleFacets',
  'SaleFunds',
  'SaleSignature',
  'SaleStep',
  'SaleTerms',
  'SaleWithout',
  'SandboxPayment',
  'SearchPhrase',
  'SearchReading',
  'SearchWaysOn',
  'SearchWithoutCondition',
  'ShortestStay',
  'StarCount',
  'StayCalendar',
  'StayQuote',
  'SuggestedPlace',
  'TermSheet',
  'TermSheetFact',
  'TermSheetLine',
  'WeekFacets',
  'WeekMonth',
];

type Rule = 'everyone' | 'signed in' | 'owner' | 'owner or admin' | 'admin';
type Person = 'signed out' | 'owner' | 'other user' | 'admin';

const people: Person[] = ['signed out', 'owner', 'other user', 'admin'];

const mayUse: Record<Rule, Person[]> = {
  everyone: people,
  'signed in': ['owner', 'other user', 'admin'],
  owner: ['owner'],
  'owner or admin': ['owner', 'admin'],
  admin: ['admin'],
};

/**
 * The codes of a refusal, apart from ForbiddenError in the result of a mutation; any other response,
 * even an error about the input, counts as access.
 */
const refusals = ['UNAUTHENTICATED', 'FORBIDDEN'];

const known = openDocuments();
let server: TestServer;
let cookies: Record<Person, string | undefined>;
/** A token with this scope alone. */
let bearers: Record<string, { headers: Record<string, string> }>;
let ids: Record<string, string>;
let userIds: Record<Person, string>;
let ownerId: string;

beforeAll(async () => {
  server = await startTestServer({ documents: known });
  const owner = await signedInUser(server, { email: 'owner-only@example.com' });
  const other = await signedInUser(server);
  const admin = await signedInUser(server, { role: 'admin' });
  cookies = {
    'signed out': undefined,
    owner: owner.cookie,
    'other user': other.cookie,
    admin: admin.cookie,
  };
  ownerId = owner.user.id;
  userIds = {
    'signed out': owner.user.id,
    owner: owner.user.id,
    'other user': other.user.id,
    admin: admin.user.id,
  };
  const resort = await createResort(server);
  const review = await createReview(server, { resortId: resort.id, userId: owner.user.id });
  const search = await createSavedSearch(server, { userId: owner.user.id });
  const inquiry = await createInquiry(server, { userId: owner.user.id });
  const listing = await createListing(server, {
    resortId: resort.id,
    ownerId: owner.user.id,
    contractVerificationStatus: 'pending',
  });
  const calendar = await server.prisma.listingCalendar.create({
    data: {
      listingId: listing.id,
      name: 'Rentals',
      address: 'sealed',
      shownAddress: 'rentals.example/….ics',
      nextReadAt: new Date(),
    },
  });
  const picture = await server.prisma.picture.create({
    data: {
      listingId: listing.id,
      position: 1,
      alt: 'The kitchen',
      width: 800,
      height: 600,
      placeholder: 'data:image/webp;base64,',
    },
  });
  const report = await server.prisma.reviewReport.create({
    data: { reviewId: review.id, reporterId: other.user.id, reason: 'SPAM' },
  });
  const mail = await createMail(server);
  const tax = await server.prisma.occupancyTax.findUniqueOrThrow({
    where: { destination: resort.destination },
  });
  const setting = await server.prisma.siteSetting.create({ data: { key: 'motto', value: 'Sea' } });
  const provider = await server.prisma.inventoryProvider.create({
    data: { name: 'Elsewhere', kind: 'json_feed', address: 'https://weeks.example/weeks.json' },
  });
  const run = await server.prisma.inventorySync.create({
    data: { provider: provider.name, providerId: provider.id },
  });
  const booking = await createBooking(server, { resortId: resort.id, userId: owner.user.id });
  const thread = await server.prisma.messageThread.create({
    data: {
      listingId: listing.id,
      travelerId: (await createUser(server)).id,
      lastNumber: 1,
      lastOfTraveler: 1,
      lastMessageAt: new Date(),
      createdAt: new Date(),
    },
  });
  const message = await server.prisma.message.create({
    data: { threadId: thread.id, number: 1, side: 'traveler', text: 'Hello', sentAt: new Date() },
  });
  const sale = await server.prisma.sale.create({
    data: {
      listingId: listing.id,
      sellerId: owner.user.id,
      buyerId: (await createUser(server)).id,
      answerBy: new Date(),
      createdAt: new Date(),
    },
  });
  const inquiryEvent = await server.prisma.inquiryEvent.create({
    data: { inquiryId: inquiry.id, kind: 'note', text: 'Called back' },
  });
  const inventoryResort = await server.prisma.inventoryResort.create({
    data: { providerId: provider.id, externalId: 'palm', name: 'Palm Court' },
  });
  const resortImport = await server.prisma.resortImport.create({
    data: { actorId: admin.user.id, rows: [], problems: [], total: 0 },
  });
  await server.prisma.listingDraft.create({ data: { ownerId: owner.user.id } });
  const sessions = await server.graphqlText<{ viewer: { sessions: { id: string }[] } }>(
    '{ viewer { sessions { id } } }',
    {},
    { cookie: owner.cookie },
  );
  const session = parseGlobalId(sessions.data?.viewer.sessions[0]?.id ?? '');
  const organization = await createOrganization(server, { account: owner.user });
  const { token } = await createTokenRow(server, organization);
  const endpoint = await createEndpointRow(server, organization);
  // Events about objects need a further scope.
  const event = await server.prisma.apiEvent.create({
    data: {
      id: randomUUID(),
      type: testEventType,
      objectType: 'WebhookEndpoint',
      objectId: endpoint.id,
      ownerId: owner.user.id,
      occurredAt: new Date(),
      data: {},
    },
  });
  const delivery = await server.prisma.webhookDelivery.create({
    data: {
      endpointId: endpoint.id,
      eventId: event.id,
      objectId: event.objectId,
      dueAt: new Date(),
    },
  });
  bearers = Object.fromEntries(
    await Promise.all(
      tokenScopes.map(async (scope) => {
        const { bearer } = await createTokenRow(server, organization, { scopes: [scope] });
        return [scope, bearer];
      }),
    ),
  );
  ids = {
    ApiToken: token.id,
    Organization: organization.id,
    Booking: booking.id,
    InquiryCase: inquiry.id,
    InquiryEvent: inquiryEvent.id,
    InventoryProvider: provider.id,
    InventoryResort: inventoryResort.id,
    ListingCalendar: calendar.id,
    ListingDraft: owner.user.id,
    Message: message.id,
    MessageThread: thread.id,
    ReportedReview: review.id,
    ResortImport: resortImport.id,
    Session: session?.id ?? '',
    InventoryRun: run.id,
    Listing: listing.id,
    OccupancyTax: tax.id,
    OwnListing: listing.id,
    Picture: picture.id,
    PropertyInquiry: inquiry.id,
    Resort: resort.id,
    Review: review.id,
    ReviewReport: report.id,
    OutgoingMail: mail.id,
    SiteSetting: setting.id,
    Sale: sale.id,
    SavedSearch: search.id,
    User: owner.user.id,
    WebhookDelivery: delivery.id,
    WebhookEndpoint: endpoint.id,
  };
});

afterAll(() => server.close());

describe('the classification', () => {
  it('names every root field, node type and route, and nothing else', () => {
    expect(unclassified(schema, restRoutes)).toEqual([]);
    expect(superfluous(schema, restRoutes)).toEqual([]);
  });

  it('reports an added root field, node type or route', () => {
    const grown = buildSchema(`
      interface Node { id: ID! }
      type Query { site: Int, secrets: Int }
      type Mutation { signOut: Int, dropEverything: Int }
      type Subscription { bookingChanged: Int, everything: Int }
      type Ledger implements Node { id: ID! }
    `);
    const route = { method: 'DELETE', path: '/api/everything' } as RestRoute;
    expect(unclassified(grown, [route])).toEqual([
      'Query.secrets',
      'Mutation.dropEverything',
      'Subscription.everything',
      'Ledger',
      'DELETE /api/everything',
    ]);
    expect(superfluous(grown, [])).toContain('Query.viewer');
  });

  it('matches the access that each route declares', () => {
    const rules = { public: 'everyone', signedIn: 'signed in', admin: 'admin' } as const;
    for (const route of restRoutes) {
      expect(rules[route.access]).toBe(routes[`${route.method} ${route.path}`]);
    }
  });
});

/** What a root field answers. */
interface Outcome {
  value: unknown;
  codes: (string | undefined)[];
}

/** Calls these root fields of one type in one document. */
async function outcomesOf(names: string[], way: Way, call: Call): Promise<Outcome[]> {
  const [parent = ''] = names[0]?.split('.') ?? [];
  const fields = names.map((name) => schemaField(parent, name.slice(parent.length + 1)));
  const text = fields.map(callOf).join(' ');
  const takesFile = text.includes('$file');
  const document = `${parent.toLowerCase()}${takesFile ? '($file: Upload!)' : ''} { ${text} }`;
  const answer = takesFile
    ? await server.graphqlFile<object>(document, new File(['text'], 'contract.pdf'), call)
    : await ask<object>(way, document, {}, call);
  return fields.map(({ name }) => ({
    value: new Map(Object.entries(answer.data ?? {})).get(name) ?? null,
    codes: answer.errors
      .filter(({ path }) => fields.length === 1 || path?.[0] === name)
      .map(({ extensions }) => extensions?.code),
  }));
}

const isRefused = ({ value, codes }: Outcome): boolean =>
  nameOf(value) === 'ForbiddenError' || codes.some((code) => refusals.includes(code ?? ''));

/** What is refused is asked together, if one refusal leaves the others as they are; the rest alone. */
function askedTogether(mayUse: (name: string) => boolean): string[][] {
  const names = rootFieldNames(schema);
  const together = names.filter((name) => {
    const [parent = '', fieldName = ''] = name.split('.');
    const isAlone =
      parent === 'Subscription' ||
      rootFields[name] === 'everyone' ||
      rootCosts[fieldName]?.isSearch ||
      callsFile(schemaField(parent, fieldName));
    return !isAlone && !mayUse(name);
  });
  const groups = ['Query', 'Mutation'].flatMap((parent) => {
    const ofParent = together.filter((name) => name.startsWith(parent));
    const count = Math.ceil(ofParent.length / fieldsTogether);
    return Array.from({ length: count }, (_, index) =>
      ofParent.slice(index * fieldsTogether, (index + 1) * fieldsTogether),
    );
  });
  return [...groups, ...names.filter((name) => !together.includes(name)).map((name) => [name])];
}

const fieldsTogether = 20;

describe.each(people)('as %s', (person) => {
  const may = (name: string): boolean => allowed(rootFields[name], person);

  const groups = askedTogether(may);
  const calls = [
    ...inEachWay(groups.filter(([name = '']) => !may(name))),
    ...inSomeWay(
      groups.filter(([name = '']) => may(name)),
      people.indexOf(person),
    ),
  ];

  it.each(calls)('%s, %s', async (names, way) => {
    const [name = ''] = names;
    const mayEndSession = may(name) && name.startsWith('Mutation') && person !== 'signed out';
    const cookie =
      mayEndSession && name !== 'Mutation.endOtherSessions'
        ? await sessionOf(person)
        : cookies[person]; // other tests still need these sessions
    const outcomes = await outcomesOf(names, way, { cookie });
    if (!may(name)) {
      expect(outcomes).toEqual(names.map((each) => refusalOf(each, person)));
      return;
    }
    const { codes } = outcomes[0] as Outcome;
    expect({ refused: outcomes.map(isRefused), codes }).toEqual({ refused: [false], codes });
    expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
    expect(codes).not.toContain('GRAPHQL_VALIDATION_FAILED');
    if (mayEndSession) {
      expect(codes).toEqual([]); // A mutation reports every expected error in its result.
    }
  });
});

function refusalOf(name: string, person: Person): Outcome {
  const code = person === 'signed out' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
  return name.startsWith('Mutation') && code === 'FORBIDDEN'
    ? { value: { __typename: 'ForbiddenError' }, codes: [] }
    : { value: null, codes: [code] };
}

describe.each(nodeTypeNames(schema))('node and nodes of %s', (typename) => {
  const readers = inSomeWay(people, nodeTypeNames(schema).indexOf(typename));

  it.each(readers)('as %s, %s', async (person, way) => {
    const id = globalId(typename, ids[typename] ?? 'no example of this type');
    const cookie = cookies[person];
    const one = await ask<{ node: unknown }>(
      way,
      'query ($id: ID!) { node(id: $id) { __typename id } }',
      { id },
      { cookie },
    );
    const many = await ask<{ nodes: unknown[] }>(
      way,
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }',
      { ids: [id] },
      { cookie },
    );
    const may = allowed(nodeTypes[typename], person);
    const seen = may ? { __typename: typename, id } : null;
    expect(one.data?.node).toEqual(seen);
    expect(many.data?.nodes).toEqual([seen]);
    const isSilent = may || nullForOthers.includes(typename);
    const refusal = isSilent ? [] : [person === 'signed out' ? 'UNAUTHENTICATED' : 'FORBIDDEN'];
    expect(one.errors.map((error) => error.extensions?.code)).toEqual(refusal);
    expect(many.errors.map((error) => error.extensions?.code)).toEqual(refusal);
  });
});

describe.each(restRoutes.map((route) => `${route.method} ${route.path}`))('%s', (name) => {
  it.each(people)('as %s', async (person) => {
    const [method = '', path = ''] = name.split(' ');
    const cookie = person === 'signed out' ? undefined : await sessionOf(person);
    const answer = await server.rest(
      method,
      addressOf(method, path, person),
      method === 'GET' ? undefined : {},
      { cookie },
    );
    if (allowed(routes[name], person)) {
      // Anything but a refusal; the object may not exist.
      expect([200, 201, 302, 400, 404, 409]).toContain(answer.status);
      expect(answer.text).not.toBe('There is no such call');
    } else {
      expect(answer.status).toBe(person === 'signed out' ? 401 : 403);
      expect(answer.headers.get('content-type')).toBe(
        path.startsWith('/s3') ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
      );
    }
  });
});

const mayUseWith = (scope: TokenScope, name: string): boolean =>
  openTo[scope].includes(name) || openToAnyToken.includes(name);

/** `callOf` asks `node` for a resort. */
const calledFor = (name: string): string => (/^Query\.nodes?$/.test(name) ? 'Resort' : name);

describe.each(tokenScopes)('a token with the scope %s alone', (scope) => {
  it.each(inSomeWay(askedTogether((name) => mayUseWith(scope, calledFor(name)))))(
    '%s, %s',
    async (names, way) => {
      const outcomes = await outcomesOf(names, way, bearers[scope] ?? {});
      expect(
        names.map((name, index) => [name, outcomes[index] && isRefused(outcomes[index])]),
      ).toEqual(names.map((name) => [name, !mayUseWith(scope, calledFor(name))]));
      const codes = outcomes.flatMap((outcome) => outcome.codes);
      expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
      expect(codes).not.toContain('UNAUTHENTICATED');
    },
  );

  it.each(subscriptionNames())('Subscription.%s of a row that is there', async (name) => {
    const field = schemaField('Subscription', name);
    const closing = new AbortController();
    const events = await subscribe(
      server,
      `subscription { ${name}(${watchedIn(field)}) { __typename } }`,
      { headers: bearers[scope]?.headers, signal: closing.signal },
    );
    await expect.poll(() => events.length).toBeGreaterThan(0);
    closing.abort();
    const begins = { data: { [name]: { __typename: getNamedType(field.type).name } } };
    const refused = { errors: [{ extensions: { code: 'FORBIDDEN' } }] };
    expect(events[0]).toMatchObject(mayUseWith(scope, `Subscription.${name}`) ? begins : refused);
    expect('data' in (events[0] ?? {})).toBe(mayUseWith(scope, `Subscription.${name}`));
  });

  it.each(inSomeWay(nodeTypeNames(schema)))('node of %s, %s', async (typename, way) => {
    const id = globalId(typename, ids[typename] ?? '');
    const answer = await ask<{ node: unknown }>(
      way,
      'query TokenNode($id: ID!) { node(id: $id) { __typename id } }',
      { id },
      bearers[scope],
    );
    const seen = mayUseWith(scope, typename) ? { __typename: typename, id } : null;
    expect(answer.data?.node).toEqual(seen);
  });

  it.each(restRoutes.map(({ method, path }) => `${method} ${path}`))('%s', async (name) => {
    const [method = '', path = ''] = name.split(' ');
    const body = method === 'GET' ? undefined : {};
    const answer = await server.rest(
      method,
      addressOf(method, path, 'owner'),
      body,
      bearers[scope],
    );
    const isRefused = answer.status === 403 && tokenRefusal.test(answer.text);
    expect({ isRefused, status: answer.status }).toEqual({
      isRefused: !mayUseWith(scope, name),
      status: answer.status,
    });
  });
});

/** The words of MissingScopeError. */
const tokenRefusal = /The token needs the scope|Tokens may not do this/;

it('what a token can reach is a type with a rule, or one that is classified as held', () => {
  const ruled = [...Object.keys(nodeTypes), 'Week', 'Query', 'Mutation', 'Subscription'];
  const open = [...Object.values(openTo).flat(), ...openToAnyToken].filter((name) =>
    name.includes('.'),
  );
  const reached = new Set<string>();
  const look = (field: GraphQLField<unknown, unknown>): void => {
    const named = getNamedType(field.type);
    const types = isObjectType(named)
      ? [named]
      : isAbstractType(named)
        ? schema.getPossibleTypes(named)
        : [];
    for (const type of types) {
      if (!ruled.includes(type.name) && !reached.has(type.name)) {
        reached.add(type.name);
        Object.values(type.getFields()).forEach(look);
      }
    }
  };
  open.forEach((name) => look(schemaField(...(name.split('.') as [string, string]))));
  for (const name of Object.keys(nodeTypes).filter((type) =>
    [...Object.values(openTo).flat(), ...openToAnyToken].includes(type),
  )) {
    const type = schema.getType(name);
    if (isObjectType(type) && name !== 'User') Object.values(type.getFields()).forEach(look);
  }
  const ofTheirOwn = [...reached].filter((name) => !/(Payload|Connection|Edge|Error)$/.test(name));
  expect(ofTheirOwn.toSorted()).toEqual(heldTypes);
});

/** The URL of a route, signed for the person if the route requires a signed link. */
function addressOf(method: string, path: string, person: Person): string {
  const address = path
    .replace(':id', ids['Resort'] ?? '')
    .replace(':ownerId', userIds[person])
    .replaceAll(/:\w+/g, '1');
  const isSigned = ['/s3/objects/', '/api/partner-sale/files/', '/api/contracts/:id'];
  return isSigned.some((start) => path.startsWith(start))
    ? server.deps.signedLinks.sign(method, address, { person: userIds[person] }, 60)
    : address;
}

describe('an e-mail address', () => {
  it('is visible to the person and administrators only', async () => {
    const document = 'query ($id: ID!) { node(id: $id) { ... on User { email } } }';
    const id = globalId('User', ownerId);
    const read = (person: Person) =>
      server.graphqlText(document, { id }, { cookie: cookies[person] });
    expect((await read('owner')).data).toEqual({ node: { email: 'owner-only@example.com' } });
    expect((await read('admin')).data).toEqual({ node: { email: 'owner-only@example.com' } });
    expect((await read('other user')).text).not.toContain('owner-only');
    expect((await read('signed out')).text).not.toContain('owner-only');
  });

  it('cannot be reached from a review, even by an administrator', async () => {
    expect(typesReachableFrom(schema, 'Review')).not.toContain('User');
    const resort = ids['Resort'] ?? '';
    for (const person of people) {
      const answer = await server.rest('GET', `/api/resorts/${resort}/reviews`, undefined, {
        cookie: cookies[person],
      });
      expect(answer.text).toContain('Mina Ortega');
      expect(answer.text).not.toContain('owner-only');
    }
  });
});

describe('a role', () => {
  const wanted = (username: string, role: string) => ({
    username,
    email: `${username}@example.com`,
    password,
    firstName: 'Ada',
    lastName: 'Byron',
    role,
  });

  it('is chosen by administrators only, who stay signed in as themselves', async () => {
    for (const person of ['signed out', 'other user'] as const) {
      const answer = await server.rest('POST', '/api/users/register', wanted('climber', 'admin'), {
        cookie: cookies[person],
      });
      expect([answer.status, answer.text]).toEqual([
        403,
        'Only an administrator may choose a role',
      ]);
    }
    expect(await server.prisma.user.count({ where: { username: 'climber' } })).toBe(0);

    const made = await server.rest('POST', '/api/users/register', wanted('second', 'user'), {
      cookie: cookies.admin,
    });
    expect(made.status).toBe(201);
    expect(made.setCookies).toEqual([]);
    expect(await server.prisma.user.findUnique({ where: { username: 'second' } })).toMatchObject({
      role: 'user',
    });
  });

  it('is user for a person who registers', async () => {
    const answer = await server.rest('POST', '/api/users/register', wanted('plain', 'user'));
    expect(answer.status).toBe(201);
    expect(await server.prisma.user.findUnique({ where: { username: 'plain' } })).toMatchObject({
      role: 'user',
    });
  });

  it('is not an input of signUp', async () => {
    const answer = await server.graphqlText(
      'mutation ($input: SignUpInput!) { signUp(input: $input) { __typename } }',
      { input: wanted('sly', 'ADMIN') },
    );
    expect(answer.errors[0]?.message).toContain('Field "role" is not defined');
    expect(await server.prisma.user.count({ where: { username: 'sly' } })).toBe(0);
  });
});

const nameOf = (value: unknown): string | undefined =>
  (value as { __typename?: string } | null)?.__typename;

const ways = ['with its text', 'with its id'] as const;

type Way = (typeof ways)[number];

const inEachWay = <Subject>(subjects: readonly Subject[]): [Subject, Way][] =>
  subjects.flatMap((subject) => ways.map((way): [Subject, Way] => [subject, way]));

/** The ways take turns, beginning with the one of this index; in depth each subject is tried in each. */
const inSomeWay = <Subject>(subjects: readonly Subject[], begin = 0): [Subject, Way][] =>
  inEachWay(subjects).filter(
    (_, index) => isDeep || (begin + Math.floor(index / 2) + index) % 2 === 0,
  );

/** Sends a document, or its id, which the short way may answer. */
const ask = <Data = unknown>(
  way: Way,
  document: string,
  variables: Record<string, unknown>,
  call?: Call,
) =>
  way === 'with its text'
    ? server.graphqlText<Data>(document, variables, call)
    : server.graphqlById<Data>(known.idOf(document), variables, call);

const allowed = (rule: Rule | undefined, person: Person): boolean =>
  rule !== undefined && mayUse[rule].includes(person);

/** A session that a test may end. */
async function sessionOf(person: Exclude<Person, 'signed out'>): Promise<string> {
  const viewer = await server.deps.sessions.find(cookies[person]);
  return cookieOf(server, viewer?.viewer ?? (await createUser(server)));
}

function unclassified(checked: GraphQLSchema, mounted: RestRoute[]): string[] {
  return [
    ...rootFieldNames(checked).filter((name) => !(name in rootFields)),
    ...nodeTypeNames(checked).filter((name) => !(name in nodeTypes)),
    ...mounted.map(({ method, path }) => `${method} ${path}`).filter((name) => !(name in routes)),
  ];
}

function superfluous(checked: GraphQLSchema, mounted: RestRoute[]): string[] {
  const present = [
    ...rootFieldNames(checked),
    ...nodeTypeNames(checked),
    ...mounted.map(({ method, path }) => `${method} ${path}`),
  ];
  return Object.keys({ ...rootFields, ...nodeTypes, ...routes }).filter(
    (name) => !present.includes(name),
  );
}

function rootFieldNames(checked: GraphQLSchema): string[] {
  return [checked.getQueryType(), checked.getMutationType(), checked.getSubscriptionType()].flatMap(
    (type) => (type ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : []),
  );
}

const subscriptionNames = (): string[] =>
  Object.keys(schema.getSubscriptionType()?.getFields() ?? {});

/** The arguments of a subscription, with ids of rows that are there. */
const watchedIn = ({ args }: GraphQLField<unknown, unknown>): string =>
  args
    .map(({ name, type, extensions }) => {
      const [row] = (extensions['id'] as IdNote | undefined)?.rows ?? [];
      const id = row && rows[row].types.map((typename: string) => ids[typename])[0];
      return `${name}: ${id === undefined ? exampleOf(String(type)) : JSON.stringify(id)}`;
    })
    .join(', ');

function nodeTypeNames(checked: GraphQLSchema): string[] {
  const node = checked.getType('Node');
  return isInterfaceType(node) ? checked.getPossibleTypes(node).map((type) => type.name) : [];
}

function schemaField(parent: string, name: string): GraphQLField<unknown, unknown> {
  const type = schema.getType(parent);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (!field) {
    throw new Error(`There is no ${parent}.${name}`);
  }
  return field;
}

/** A call of a root field with a value for each required argument, selecting __typename. */
function callOf(field: GraphQLField<unknown, unknown>): string {
  const args = field.args
    .filter((arg) => String(arg.type).endsWith('!') && arg.defaultValue === undefined)
    .map((arg) => `${arg.name}: ${exampleOf(String(arg.type))}`);
  const fields = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  return `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${fields}`;
}

const callsFile = ({ args }: GraphQLField<unknown, unknown>): boolean =>
  args.some(({ type }) => String(type) === 'Upload!');

/** Of an organization that does not exist. */
const organizationId = (): string => JSON.stringify(globalId('Organization', ids['Resort'] ?? ''));

const noEndpoint = (): string => JSON.stringify(globalId('WebhookEndpoint', ids['Resort'] ?? ''));

const listingDetails =
  '{ resortId: "", title: "", description: "", pricePerNightCents: 0, availableFrom: "2020-01-04", availableTo: "2020-01-11", maxGuests: 0 }';

function exampleOf(type: string): string {
  const example = {
    'String!': '"palm"',
    'Int!': '0',
    'DateTime!': '"2027-01-01T00:00:00Z"',
    'CreateTestBookingInput!':
      '{ listingId: "", checkIn: "2027-01-01", checkOut: "2027-01-02", guests: 1, card: "" }',
    'MoveTestBookingInput!': '{ bookingId: "", by: TRAVELER, move: CANCEL }',
    'ReviewTestStayInput!': '{ bookingId: "", rating: 5, title: "", content: "" }',
    'Upload!': '$file',
    'ID!': JSON.stringify(globalId('Resort', ids['Resort'] ?? '')),
    '[ID!]!': JSON.stringify([globalId('Resort', ids['Resort'] ?? '')]),
    'CreateSettingInput!': '{ key: "", value: "" }',
    'DeleteSettingInput!': '{ key: "", version: 0 }',
    'RevealSettingInput!': '{ key: "" }',
    'SaveSettingsInput!': '{ changes: [{ key: "", version: 0 }] }',
    'OpenOrganizationInput!': '{ name: "", website: "", purpose: "" }',
    'UpdateOrganizationInput!': `{ organizationId: ${organizationId()}, version: 0, name: "", website: "", purpose: "" }`,
    'DecideOrganizationInput!': `{ organizationId: ${organizationId()}, version: 0, status: PENDING }`,
    'DecideOrganizationNameInput!': `{ organizationId: ${organizationId()}, version: 0, isApproved: true }`,
    'InviteMemberInput!': `{ organizationId: ${organizationId()}, email: "", role: VIEWER }`,
    'WithdrawInvitationInput!': `{ organizationId: ${organizationId()}, email: "" }`,
    'SetMemberRoleInput!': `{ organizationId: ${organizationId()}, userId: "", role: VIEWER }`,
    'RemoveMemberInput!': `{ organizationId: ${organizationId()}, userId: "" }`,
    'CreateWebhookEndpointInput!': `{ organizationId: ${organizationId()}, address: "", topics: [] }`,
    'UpdateWebhookEndpointInput!': `{ endpointId: ${noEndpoint()}, version: 0, address: "", topics: [], isPaused: false }`,
    'ReplayDeliveriesInput!': `{ endpointId: ${noEndpoint()} }`,
    'CreateApiTokenInput!': `{ organizationId: ${organizationId()}, name: "", mode: LIVE, scopes: [] }`,
    'ResendMailInput!': `{ id: ${JSON.stringify(globalId('Resort', ids['Resort'] ?? ''))} }`,
    'DecideJobInput!': '{ number: "0", decision: DROP }',
    'SignInInput!': '{ identifier: "", password: "" }',
    'SignUpInput!': '{ username: "", email: "", password: "", firstName: "", lastName: "" }',
    'CancelInventoryRunInput!': '{ runId: "" }',
    'CreateInventoryProviderInput!': '{ name: "", kind: JSON_FEED }',
    'CreateResortFromInventoryInput!': '{ inventoryResortId: "" }',
    'DeleteInventoryProviderInput!': '{ providerId: "", version: 0 }',
    'IgnoreInventoryResortInput!': '{ inventoryResortId: "" }',
    'MatchInventoryResortInput!': '{ inventoryResortId: "", resortId: "" }',
    'PreviewInventoryInput!': '{ providerId: "" }',
    'StartInventorySyncInput!': '{ providerId: "" }',
    'UpdateInventoryProviderInput!': '{ providerId: "", version: 0 }',
    'WithdrawInventoryProviderInput!': '{ providerId: "", version: 0 }',
    'CreateResortInput!': '{ fields: {} }',
    'UpdateResortInput!': '{ resortId: "", fields: {} }',
    'DeleteResortInput!': '{ resortId: "" }',
    'AddUserInput!':
      '{ username: "", email: "", password: "", firstName: "", lastName: "", role: USER }',
    'UpdateUserInput!': '{ userId: "" }',
    'DeleteUserInput!': '{ userId: "" }',
    'EndUserSessionsInput!': '{ userId: "" }',
    'AddPictureInput!': '{ alt: "" }',
    'OrderPicturesInput!': '{ pictureIds: [] }',
    'DescribePictureInput!': '{ pictureId: "", alt: "" }',
    'DeletePictureInput!': '{ pictureId: "" }',
    'AttachContractInput!': '{ listingId: "", contractDocumentUrl: "" }',
    'AddEvidenceInput!': '{ bookingId: "", text: "It leaks." }',
    'CreateEvidenceLinkInput!': '{ bookingId: "", number: 1 }',
    'CreateCertificateLinkInput!': '{ bookingId: "" }',
    'CreateContractLinkInput!': '{ listingId: "" }',
    'CreateReviewInput!': '{ resortId: "", rating: 0, title: "", content: "" }',
    'UpdateReviewInput!': '{ reviewId: "", rating: 0, title: "", content: "" }',
    'WithdrawReviewInput!': '{ reviewId: "" }',
    'ReportReviewInput!': '{ reviewId: "", reason: SPAM }',
    'UpdateProfileInput!': '{ username: "", firstName: "", lastName: "" }',
    'ChangePasswordInput!': '{ currentPassword: "", newPassword: "" }',
    'CloseAccountInput!': '{ password: "", confirmation: "" }',
    'SaveSearchInput!': '{ name: "" }',
    'SubmitPropertyInput!':
      '{ propertyName: "", resortName: "", location: "", unit: "", ownership: "", weekDetails: "", askingPrice: "", contactPhone: "" }',
    'UpdateSavedSearchInput!': `{ id: ${JSON.stringify(globalId('Resort', ids['Resort'] ?? ''))} }`,
    'BulkUpsertListingsInput!': '{ rows: [{ reference: "a" }] }',
    'CreateListingInput!': `{ details: ${listingDetails} }`,
    'UpdateListingInput!': `{ listingId: "", version: 0, details: ${listingDetails} }`,
    'ListingIdInput!': '{ listingId: "" }',
    'SetBlockedNightsInput!': '{ listingId: "", isBlocked: true, nights: [] }',
    'ImportCalendarInput!': '{ listingId: "", name: "", address: "" }',
    'ListingCalendarIdInput!': '{ calendarId: "" }',
    'RequestListingReviewInput!': '{ listingId: "" }',
    'SaveListingDraftInput!': '{ version: 0 }',
    'AddInquiryNoteInput!': '{ inquiryId: "", text: "" }',
    'AnswerReviewInput!': '{ reviewId: "", content: "" }',
    'RemoveReviewAnswerInput!': '{ reviewId: "", openReports: 1, reason: "" }',
    'DismissReviewReportsInput!': '{ reviewId: "", openReports: 1 }',
    'RemoveReportedReviewInput!': '{ reviewId: "", openReports: 1, reason: "" }',
    'ReplyToInquiryInput!': '{ inquiryId: "", version: 1, text: "" }',
    'RecordRemittanceInput!':
      '{ account: TAX, payee: "", currency: "USD", amountCents: 1, reference: "" }',
    'CreateSaleDocumentLinkInput!': '{ saleId: "", step: ESTOPPEL }',
    'SetCoolingOffInput!': '{ country: "", days: 0 }',
    'SetDeedBackInput!': '{ resortId: "" }',
    'SetResortFeeInput!': '{ resortId: "", bedrooms: 0, year: 0 }',
    'SetTaxRateInput!': '{ taxId: "", version: 0, rateBps: 0 }',
    'OpenThreadInput!': '{ listingId: "" }',
    'SendMessageInput!': '{ threadId: "", text: "" }',
    'MarkThreadReadInput!': '{ threadId: "", number: 0 }',
    'ReportMessageInput!': '{ messageId: "", reason: SPAM }',
    'DismissMessageReportsInput!': '{ messageId: "", openReports: 1 }',
    'HideReportedMessageInput!': '{ messageId: "", openReports: 1, reason: "" }',
    'ConnectPayoutsInput!': '{ bankToken: "", password: "wrong" }',
    'CheckPaymentInput!': '{ bookingId: "" }',
    'SendChargebackEvidenceInput!': '{ bookingId: "" }',
    'HoldStayInput!': '{ listingId: "", checkIn: "2027-01-01", checkOut: "2027-01-02", guests: 1 }',
    'MoveBookingInput!': '{ bookingId: "", version: 0, move: CANCEL }',
    'MakeOfferInput!':
      '{ listingId: "", terms: { priceCents: 1, depositCents: 0, firstUseYear: 0, closingCostsBy: BUYER, transferFeeBy: BUYER, maintenanceFeeBy: BUYER, bookedWeeksGoTo: SELLER, closingOn: "2027-01-01" } }',
    'MoveSaleInput!': '{ saleId: "", version: 0, move: ACCEPT }',
    'ReportSaleStepInput!': '{ token: "", version: 0, step: TITLE, isDone: true }',
    'CreatePartnerDownloadInput!': '{ token: "" }',
    'CreatePartnerLinkInput!': '{ saleId: "" }',
    'RevokePartnerLinkInput!': '{ saleId: "" }',
    'PayFromSandboxInput!': '{ saleId: "", step: DEPOSIT }',
    'PaySaleDepositInput!': '{ saleId: "", version: 0, method: "" }',
    'CheckSalePaymentInput!': '{ saleId: "" }',
    'PayBookingInput!': '{ bookingId: "", version: 0, guestNames: [], method: "" }',
    'PayBalanceInput!': '{ bookingId: "" }',
    'PayClaimInput!': '{ bookingId: "", method: "" }',
    'SetInquiryStatusInput!': '{ inquiryId: "", version: 1, status: CLOSED }',
    'DraftSubmittedPropertyInput!': '{ inquiryId: "", draftVersion: 0 }',
    'TurnInquiryIntoDraftInput!': '{ inquiryId: "", version: 1, draftVersion: 0 }',
    'RetryEscrowInput!': '{ listingId: "" }',
    'RetryRefundInput!': '{ bookingId: "", amountCents: 0 }',
    'AskRefundDetailsInput!': '{ bookingId: "", amountCents: 0 }',
    'OpenRefundDetailsInput!': '{ bookingId: "", amountCents: 0 }',
    'RemitRefundInput!': '{ bookingId: "", amountCents: 0, reference: "" }',
    'GiveRefundDetailsInput!': '{ bookingId: "", holderName: "", password: "wrong" }',
    'CompareAgainInput!': '{ bookingId: "" }',
    'PayOwnerAgainInput!': '{ bookingId: "" }',
    'RecordMovementInput!': '{ reference: "", account: BANK, reason: "" }',
    'CorrectLedgerInput!':
      '{ bookingId: "", debit: ESCROW, credit: BANK, amountCents: 0, reason: "" }',
    'VerifyListingInput!': '{ listingId: "", version: 0 }',
    'RejectListingInput!': '{ listingId: "", version: 0, reason: "" }',
    'MoveListingInput!': '{ listingId: "", version: 0, move: WITHDRAW }',
    'AskAboutListingInput!': '{ listingId: "", version: 0, question: "" }',
    'AnswerCertificateInput!': '{ token: "", isBooked: true }',
    'ConfirmEmailChangeInput!': '{ token: "" }',
    'EndSessionInput!': '{ id: "none", password: "not it" }',
    'EndOtherSessionsInput!': '{ password: "not it" }',
    'RequestEmailChangeInput!': '{ newEmail: "", password: "" }',
    'RequestPasswordResetInput!': '{ identifier: "" }',
    'ResetPasswordInput!': '{ token: "", newPassword: "" }',
    'VerifyEmailInput!': '{ token: "" }',
  }[type];
  if (example === undefined) {
    throw new Error(`The permission test needs an example of ${type}`);
  }
  return example;
}

function typesReachableFrom(checked: GraphQLSchema, start: string): string[] {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const type = checked.getType(name.replaceAll(/[[\]!]/g, ''));
    if (!isObjectType(type) || seen.has(type.name)) {
      return;
    }
    seen.add(type.name);
    Object.values(type.getFields()).forEach((field) => visit(String(field.type)));
  };
  visit(start);
  return [...seen];
}
