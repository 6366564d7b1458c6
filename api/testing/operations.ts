import { graphql } from '../generated/operations/gql.ts';

/** What the tests send to /graphql; `npm run generate:operations` types it. */

export const accountFragment = graphql(`
  fragment Account on User {
    id
    databaseId
    username
    email
    firstName
    lastName
    role
    createdAt
  }
`);

export const viewerQuery = graphql(`
  query Viewer {
    viewer {
      ...Account
    }
  }
`);

export const signUpMutation = graphql(`
  mutation SignUp($input: SignUpInput!) {
    signUp(input: $input) {
      __typename
      ... on SignUpPayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

export const signInMutation = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      __typename
      ... on SignInPayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

export const signOutMutation = graphql(`
  mutation SignOut {
    signOut {
      __typename
      ... on SignOutPayload {
        signedOut
      }
    }
  }
`);

export const changePasswordMutation = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      __typename
      ... on ChangePasswordPayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

export const resortFragment = graphql(`
  fragment ResortRow on Resort {
    id
    databaseId
    name
    brand
    location
    destination
    description
    imageUrl
    amenities
    rating
    reviewCount
    availableRentals
    priceMin {
      amount
    }
    priceMax {
      amount
    }
    isNewAvailability
    createdAt
  }
`);

export const resortsQuery = graphql(`
  query Resorts(
    $query: String
    $filter: ResortFilter
    $sort: ResortSort! = HIGHEST_RATED
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    resorts(
      query: $query
      filter: $filter
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      readAs
      edges {
        cursor
        node {
          ...ResortRow
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

export const countQuery = graphql(`
  query Count($query: String, $filter: ResortFilter) {
    resorts(query: $query, filter: $filter, first: 1) {
      totalCount {
        value
        isCapped
      }
    }
  }
`);

export const topResortsQuery = graphql(`
  query TopResorts($first: Int) {
    topResorts(first: $first) {
      edges {
        node {
          ...ResortRow
        }
      }
    }
  }
`);

export const newAvailabilityQuery = graphql(`
  query NewAvailability($first: Int) {
    newAvailability(first: $first) {
      edges {
        node {
          ...ResortRow
        }
      }
    }
  }
`);

export const resortQuery = graphql(`
  query Resort($id: ID!) {
    resort(id: $id) {
      ...ResortRow
    }
  }
`);

export const reviewsQuery = graphql(`
  query Reviews(
    $id: ID!
    $sort: ReviewSort! = NEWEST
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    resort(id: $id) {
      reviewSummary {
        stars
        count
      }
      reviews(sort: $sort, first: $first, after: $after, last: $last, before: $before) {
        edges {
          cursor
          node {
            id
            rating
            title
            content
            createdAt
            author {
              name
              memberSince
            }
          }
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          endCursor
          startCursor
        }
      }
    }
  }
`);

export const nodeQuery = graphql(`
  query Node($id: ID!) {
    node(id: $id) {
      __typename
      id
    }
  }
`);

export const nodesQuery = graphql(`
  query Nodes($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      id
    }
  }
`);

export const siteQuery = graphql(`
  query Site {
    site {
      title
      contactEmail
    }
  }
`);

export const updateProfileMutation = graphql(`
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      __typename
      ... on UpdateProfilePayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const facetsQuery = graphql(`
  query Facets($query: String, $filter: ResortFilter) {
    resorts(query: $query, filter: $filter, first: 100) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          name
        }
      }
    }
    resortFacets(query: $query, filter: $filter) {
      totalCount {
        value
        isCapped
      }
      destinations {
        ...FacetValue
      }
      brands {
        ...FacetValue
      }
      amenities {
        ...FacetValue
      }
      ratings {
        ...FacetValue
      }
      priceTiers {
        ...FacetValue
      }
      guests {
        ...FacetValue
      }
      bedrooms {
        ...FacetValue
      }
    }
  }
`);

export const facetValueFragment = graphql(`
  fragment FacetValue on ResortFacetValue {
    value
    count {
      value
      isCapped
    }
  }
`);

export const suggestionsQuery = graphql(`
  query Suggestions($text: String!, $first: Int) {
    resortSuggestions(text: $text, first: $first) {
      resorts {
        databaseId
        name
        location
      }
      places {
        kind
        name
      }
      brands
    }
  }
`);

export const mapQuery = graphql(`
  query Map($query: String, $filter: ResortFilter, $bounds: MapBoundsInput, $zoom: Int) {
    resortMap(query: $query, filter: $filter, bounds: $bounds, zoom: $zoom) {
      isPart
      totalCount {
        value
        isCapped
      }
      clusters {
        count
        latitude
        longitude
        place
        bounds {
          south
          west
          north
          east
        }
        resort {
          databaseId
          name
          location
          imageUrl
          priceMin {
            amount
          }
          rating
        }
      }
    }
  }
`);

export const addFavoriteMutation = graphql(`
  mutation AddFavorite($resortId: ID!) {
    addFavorite(resortId: $resortId) {
      __typename
      ... on AddFavoritePayload {
        resortId
        viewer {
          favoriteResortIds
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

export const removeFavoriteMutation = graphql(`
  mutation RemoveFavorite($resortId: ID!) {
    removeFavorite(resortId: $resortId) {
      __typename
      ... on RemoveFavoritePayload {
        resortId
        viewer {
          favoriteResortIds
        }
      }
      ... on Error {
        message
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

export const favoritesQuery = graphql(`
  query Favorites($first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      favoriteResortIds
      favorites(first: $first, after: $after, last: $last, before: $before) {
        edges {
          cursor
          addedAt
          node {
            ...ResortRow
          }
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);

export const memberAreaQuery = graphql(`
  query MemberArea($first: Int, $after: String) {
    viewer {
      bookings(first: $first, after: $after) {
        edges {
          node {
            databaseId
            checkIn
            checkOut
            guests
            status
            resort {
              name
            }
          }
        }
      }
      listings(first: $first, after: $after) {
        edges {
          node {
            databaseId
            title
            availableFrom
            availableTo
            pricePerNight {
              amount
              currency
            }
            status
            resort {
              name
            }
          }
        }
      }
      inquiries(first: $first, after: $after) {
        edges {
          node {
            id
            propertyName
            resortName
            askingPrice
            status
          }
        }
      }
      savedSearches(first: $first, after: $after) {
        edges {
          cursor
          node {
            ...SavedSearchRow
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const savedSearchFragment = graphql(`
  fragment SavedSearchRow on SavedSearch {
    id
    name
    query
    alerts
    filter {
      priceTier
      destinations
      brands
      amenities
      minRating
      availableFrom
      availableTo
      guests
      bedrooms
      isNewAvailability
    }
  }
`);

export const submitPropertyMutation = graphql(`
  mutation SubmitProperty($input: SubmitPropertyInput!) {
    submitProperty(input: $input) {
      __typename
      ... on SubmitPropertyPayload {
        inquiry {
          id
          propertyName
          weekDetails
          status
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const saveSearchMutation = graphql(`
  mutation SaveSearch($input: SaveSearchInput!) {
    saveSearch(input: $input) {
      __typename
      ... on SaveSearchPayload {
        savedSearch {
          ...SavedSearchRow
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const updateSavedSearchMutation = graphql(`
  mutation UpdateSavedSearch($input: UpdateSavedSearchInput!) {
    updateSavedSearch(input: $input) {
      __typename
      ... on UpdateSavedSearchPayload {
        savedSearch {
          ...SavedSearchRow
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const deleteSavedSearchMutation = graphql(`
  mutation DeleteSavedSearch($id: ID!) {
    deleteSavedSearch(id: $id) {
      __typename
      ... on DeleteSavedSearchPayload {
        deletedId
      }
      ... on Error {
        message
      }
    }
  }
`);

export const unsubscribeMutation = graphql(`
  mutation Unsubscribe($token: String!) {
    unsubscribe(token: $token) {
      __typename
      ... on UnsubscribePayload {
        searchName
      }
      ... on Error {
        message
      }
    }
  }
`);

export const closeAccountMutation = graphql(`
  mutation CloseAccount($input: CloseAccountInput!) {
    closeAccount(input: $input) {
      __typename
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const createReviewMutation = graphql(`
  mutation CreateReview($input: CreateReviewInput!) {
    createReview(input: $input) {
      __typename
      ... on CreateReviewPayload {
        review {
          id
          rating
          title
          content
        }
        resort {
          rating
          reviewCount
          reviewSummary {
            stars
            count
          }
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

export const updateReviewMutation = graphql(`
  mutation UpdateReview($input: UpdateReviewInput!) {
    updateReview(input: $input) {
      __typename
      ... on UpdateReviewPayload {
        review {
          id
          rating
          title
          content
        }
        resort {
          rating
          reviewCount
          reviewSummary {
            stars
            count
          }
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

export const withdrawReviewMutation = graphql(`
  mutation WithdrawReview($input: WithdrawReviewInput!) {
    withdrawReview(input: $input) {
      __typename
      ... on WithdrawReviewPayload {
        withdrawnReviewId
        resort {
          rating
          reviewCount
          reviewSummary {
            stars
            count
          }
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

export const reportReviewMutation = graphql(`
  mutation ReportReview($input: ReportReviewInput!) {
    reportReview(input: $input) {
      __typename
      ... on ReportReviewPayload {
        reviewId
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

export const reviewReportsQuery = graphql(`
  query ReviewReports($first: Int, $after: String, $last: Int, $before: String) {
    reviewReports(first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          id
          reason
          details
          status
          review {
            id
            title
            resort {
              name
            }
          }
          reporter {
            email
          }
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

export const weeksQuery = graphql(`
  query Weeks(
    $id: ID!
    $month: String
    $night: Date
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    resort(id: $id) {
      weeks(
        month: $month
        night: $night
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        edges {
          cursor
          node {
            databaseId
            title
            description
            availableFrom
            availableTo
            nights
            weekNumbers
            pricePerNight {
              amount
              currency
            }
            total {
              amount
              currency
            }
            maxGuests
            bedrooms
            isForSale
            salePrice {
              amount
              currency
            }
          }
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);

export const availabilityQuery = graphql(`
  query Availability($id: ID!, $from: Date, $to: Date) {
    resort(id: $id) {
      availability(from: $from, to: $to) {
        from
        to
        nights
      }
    }
  }
`);

export const similarQuery = graphql(`
  query Similar($id: ID!) {
    resort(id: $id) {
      similar {
        ...ResortRow
      }
    }
  }
`);

export const verifyEmailMutation = graphql(`
  mutation VerifyEmail($input: VerifyEmailInput!) {
    verifyEmail(input: $input) {
      __typename
      ... on VerifyEmailPayload {
        email
        user {
          id
          emailVerified
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const resendVerificationMutation = graphql(`
  mutation ResendVerification {
    resendVerification {
      __typename
      ... on ResendVerificationPayload {
        sent
        user {
          emailVerified
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const requestEmailChangeMutation = graphql(`
  mutation RequestEmailChange($input: RequestEmailChangeInput!) {
    requestEmailChange(input: $input) {
      __typename
      ... on RequestEmailChangePayload {
        sentTo
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const confirmEmailChangeMutation = graphql(`
  mutation ConfirmEmailChange($input: ConfirmEmailChangeInput!) {
    confirmEmailChange(input: $input) {
      __typename
      ... on ConfirmEmailChangePayload {
        email
        user {
          email
          emailVerified
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const requestPasswordResetMutation = graphql(`
  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) {
      __typename
      ... on RequestPasswordResetPayload {
        message
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const resetPasswordMutation = graphql(`
  mutation ResetPassword($input: ResetPasswordInput!) {
    resetPassword(input: $input) {
      __typename
      ... on ResetPasswordPayload {
        username
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const sessionsQuery = graphql(`
  query Sessions {
    viewer {
      sessions {
        id
        createdAt
        device
        address
        isCurrent
      }
    }
  }
`);

export const endSessionMutation = graphql(`
  mutation EndSession($input: EndSessionInput!) {
    endSession(input: $input) {
      __typename
      ... on EndSessionPayload {
        ended
        user {
          sessions {
            id
            isCurrent
          }
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const endOtherSessionsMutation = graphql(`
  mutation EndOtherSessions($input: EndOtherSessionsInput!) {
    endOtherSessions(input: $input) {
      __typename
      ... on EndOtherSessionsPayload {
        ended
        user {
          sessions {
            id
            isCurrent
          }
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const ownListingFragment = graphql(`
  fragment OwnListingRow on OwnListing {
    id
    databaseId
    title
    description
    resort {
      id
      name
    }
    availableFrom
    availableTo
    nights
    weekNumbers
    pricePerNight {
      amount
      currency
    }
    maxGuests
    bedrooms
    isForSale
    salePrice {
      amount
      currency
    }
    facts {
      ownership
      season
      weekNumber
      checkInDay
      unitType
      view
      use
      tenure
      maintenanceFee {
        amount
        currency
      }
      nextFeePaidBy
      rightOfFirstRefusal
      resaleRestrictions
    }
    status
    hasContract
    evidenceEndsOn
    reviewRequestedAt
    escrowStatus
    version
    hasCalendarLink
    stays {
      checkIn
      checkOut
      guests
      totalPrice {
        amount
        currency
      }
      isOnHold
    }
    earned {
      amount
      currency
    }
    history {
      kind
      note
      author
    }
    createdAt
  }
`);

export const ownListingsQuery = graphql(`
  query OwnListings($few: Int, $after: String) {
    viewer {
      listingEarnings {
        amount
        currency
      }
      listings(first: $few, after: $after) {
        edges {
          node {
            ...OwnListingRow
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const ownListingQuery = graphql(`
  query OwnListing($id: ID!) {
    viewer {
      listing(databaseId: $id) {
        ...OwnListingRow
      }
    }
  }
`);

export const createListingMutation = graphql(`
  mutation CreateListing($input: CreateListingInput!) {
    createListing(input: $input) {
      __typename
      ... on CreateListingPayload {
        listing {
          ...OwnListingRow
        }
        viewer {
          listingDraft {
            version
          }
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const updateListingMutation = graphql(`
  mutation UpdateListing($input: UpdateListingInput!) {
    updateListing(input: $input) {
      __typename
      ... on UpdateListingPayload {
        listing {
          ...OwnListingRow
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const withdrawListingMutation = graphql(`
  mutation WithdrawListing($input: ListingIdInput!) {
    withdrawListing(input: $input) {
      __typename
      ... on WithdrawListingPayload {
        listing {
          status
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const relistListingMutation = graphql(`
  mutation RelistListing($input: ListingIdInput!) {
    relistListing(input: $input) {
      __typename
      ... on RelistListingPayload {
        listing {
          status
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const requestListingReviewMutation = graphql(`
  mutation RequestListingReview($input: RequestListingReviewInput!) {
    requestListingReview(input: $input) {
      __typename
      ... on RequestListingReviewPayload {
        listing {
          status
          history {
            kind
            note
            author
          }
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const resetListingCalendarMutation = graphql(`
  mutation ResetListingCalendar($input: ListingIdInput!) {
    resetListingCalendar(input: $input) {
      __typename
      ... on ResetListingCalendarPayload {
        calendarUrl
        listing {
          hasCalendarLink
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const listingDraftFragment = graphql(`
  fragment Draft on ListingDraft {
    resort {
      id
      name
    }
    title
    pricePerNight
    availableFrom
    isForSale
    salePrice
    resaleRestrictions
    version
    updatedAt
  }
`);

export const listingDraftQuery = graphql(`
  query ListingDraft {
    viewer {
      listingDraft {
        ...Draft
      }
    }
  }
`);

export const saveListingDraftMutation = graphql(`
  mutation SaveListingDraft($input: SaveListingDraftInput!) {
    saveListingDraft(input: $input) {
      __typename
      ... on SaveListingDraftPayload {
        draft {
          ...Draft
        }
        viewer {
          listingDraft {
            version
          }
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const discardListingDraftMutation = graphql(`
  mutation DiscardListingDraft {
    discardListingDraft {
      __typename
      ... on DiscardListingDraftPayload {
        discarded
        viewer {
          listingDraft {
            version
          }
        }
      }
    }
  }
`);

export const verificationQueueQuery = graphql(`
  query VerificationQueue(
    $status: ContractVerificationStatus! = PENDING
    $few: Int
    $after: String
  ) {
    verificationQueue(status: $status, first: $few, after: $after) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          ...OwnListingRow
          owner {
            email
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const verifyListingMutation = graphql(`
  mutation VerifyListing($input: VerifyListingInput!) {
    verifyListing(input: $input) {
      __typename
      ... on VerifyListingPayload {
        listing {
          ...OwnListingRow
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const rejectListingMutation = graphql(`
  mutation RejectListing($input: RejectListingInput!) {
    rejectListing(input: $input) {
      __typename
      ... on RejectListingPayload {
        listing {
          ...OwnListingRow
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const askAboutListingMutation = graphql(`
  mutation AskAboutListing($input: AskAboutListingInput!) {
    askAboutListing(input: $input) {
      __typename
      ... on AskAboutListingPayload {
        listing {
          ...OwnListingRow
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const numberedWeeksQuery = graphql(`
  query NumberedWeeks($id: ID!, $year: Int! = 2027, $checkInDay: Weekday) {
    resort(id: $id) {
      weekStartsOn
      numberedWeeks(year: $year, checkInDay: $checkInDay) {
        number
        checkIn
        checkOut
      }
    }
  }
`);

export const auditEntriesQuery = graphql(`
  query AuditEntries(
    $filter: AuditFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    auditActions
    auditEntries(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          number
          at
          actorName
          actorFullName
          isByPerson
          action
          kind
          subjectType
          subjectId
          subjectName
          subjectExists
          before
          after
          note
          hash
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

export const adminTasksQuery = graphql(`
  query AdminTasks {
    adminTasks {
      verifications {
        value
        isCapped
      }
      inquiries {
        value
      }
      reports {
        value
      }
      failedMails {
        value
      }
      failedSyncs {
        value
      }
    }
  }
`);

export const adminSearchQuery = graphql(`
  query AdminSearch($text: String!) {
    adminSearch(text: $text) {
      kind
      databaseId
      title
      detail
    }
  }
`);

export const managedListingsQuery = graphql(`
  query ManagedListings(
    $filter: ManagedListingFilter
    $sort: ManagedListingSort!
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    managedListings(
      filter: $filter
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          databaseId
          title
          resortName
          ownerName
          providerName
          status
          isOver
          moves
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

export const moveListingMutation = graphql(`
  mutation MoveListing($input: MoveListingInput!) {
    moveListing(input: $input) {
      __typename
      ... on MoveListingPayload {
        listing {
          status
          verificationStatus
          moves
          version
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const siteOverviewQuery = graphql(`
  query SiteOverview($days: Int!) {
    siteTotals {
      users
      activeUsers
      adminUsers
      resorts
      publicListings
      bookings
      revenue {
        amount
        currency
      }
      waitingListings
      newInquiries
      openReports
    }
    siteDays(days: $days) {
      date
      registrations
      listings
      bookings
      revenue {
        amount
        currency
      }
    }
  }
`);

export const systemStatusQuery = graphql(`
  query SystemStatus {
    systemStatus {
      name
      state
      detail
      lastError
      lastErrorDetails
      lastErrorAt
    }
  }
`);

export const failedEscrowsQuery = graphql(`
  query FailedEscrows {
    failedEscrows {
      tries
      lastError
      lastErrorDetails
      listing {
        ...OwnListingRow
        owner {
          email
        }
      }
    }
  }
`);

export const retryEscrowMutation = graphql(`
  mutation RetryEscrow($input: RetryEscrowInput!) {
    retryEscrow(input: $input) {
      __typename
      ... on RetryEscrowPayload {
        listing {
          escrowStatus
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const verificationListingQuery = graphql(`
  query VerificationListing($id: ID!) {
    verificationListing(databaseId: $id) {
      title
      nextInQueueId
      reviewedFields
      owner {
        email
      }
      contract {
        fileName
        contentType
        size
        uploadedAt
      }
      history {
        kind
        author
        actorName
      }
    }
  }
`);

export const usersQuery = graphql(`
  query Users(
    $search: String
    $role: UserRole
    $sort: UserSort! = NEWEST
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    users(
      search: $search
      role: $role
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          databaseId
          username
          email
          firstName
          lastName
          role
          createdAt
          administration {
            version
            bookings
            listings
          }
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

export const addUserMutation = graphql(`
  mutation AddUser($input: AddUserInput!) {
    addUser(input: $input) {
      __typename
      ... on AddUserPayload {
        user {
          databaseId
          role
          administration {
            version
          }
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const updateUserMutation = graphql(`
  mutation UpdateUser($input: UpdateUserInput!) {
    updateUser(input: $input) {
      __typename
      ... on UpdateUserPayload {
        user {
          username
          email
          firstName
          lastName
          role
          emailVerified
          administration {
            version
          }
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const endUserSessionsMutation = graphql(`
  mutation EndUserSessions($input: EndUserSessionsInput!) {
    endUserSessions(input: $input) {
      __typename
      ... on EndUserSessionsPayload {
        ended
        user {
          username
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const deleteUserMutation = graphql(`
  mutation DeleteUser($input: DeleteUserInput!) {
    deleteUser(input: $input) {
      __typename
      ... on DeleteUserPayload {
        deletedUserId
        isDeactivated
      }
      ... on Error {
        message
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const managedResortsQuery = graphql(`
  query ManagedResorts(
    $search: String
    $sort: ManagedResortSort! = NEWEST
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    managedResorts(
      search: $search
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          databaseId
          slug
          name
          brand
          brandAliases
          amenities
          rating
          seasonText
          seasons {
            name
            firstWeek
            lastWeek
          }
          weekRule
          version
          listings
          bookings
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

export const createResortMutation = graphql(`
  mutation CreateResort($input: CreateResortInput!) {
    createResort(input: $input) {
      __typename
      ... on CreateResortPayload {
        resort {
          databaseId
          slug
          name
          amenities
          brandAliases
          seasonText
          version
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const updateResortMutation = graphql(`
  mutation UpdateResort($input: UpdateResortInput!) {
    updateResort(input: $input) {
      __typename
      ... on UpdateResortPayload {
        resort {
          name
          rating
          brandAliases
          latitude
          longitude
          seasonText
          version
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const deleteResortMutation = graphql(`
  mutation DeleteResort($input: DeleteResortInput!) {
    deleteResort(input: $input) {
      __typename
      ... on DeleteResortPayload {
        deletedResortId
      }
      ... on Error {
        message
      }
    }
  }
`);

export const bookingsQuery = graphql(`
  query Bookings(
    $status: BookingStatus
    $search: String
    $few: Int
    $after: String
    $before: String
    $last: Int
  ) {
    bookings(
      status: $status
      search: $search
      first: $few
      after: $after
      last: $last
      before: $before
    ) {
      edges {
        node {
          databaseId
          status
          moves
          checkIn
          checkOut
          totalPrice {
            amount
            currency
          }
          createdAt
          guest {
            email
          }
          resort {
            name
          }
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

export const setBookingStatusMutation = graphql(`
  mutation SetBookingStatus($input: SetBookingStatusInput!) {
    setBookingStatus(input: $input) {
      __typename
      ... on SetBookingStatusPayload {
        booking {
          status
          moves
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const inquiriesQuery = graphql(`
  query Inquiries($status: InquiryStatus, $search: String, $few: Int, $after: String) {
    inquiries(status: $status, search: $search, first: $few, after: $after) {
      edges {
        node {
          ...InquiryCaseParts
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const inquiryQuery = graphql(`
  query Inquiry($inquiryId: ID!) {
    inquiry(id: $inquiryId) {
      ...InquiryCaseParts
    }
  }
`);

export const inquiryCaseParts = graphql(`
  fragment InquiryCaseParts on InquiryCase {
    databaseId
    version
    status
    moves
    propertyName
    senderName
    email
    hasAccount
    senderDraft {
      version
      title
    }
    history {
      kind
      status
      text
      actorName
    }
  }
`);

export const addInquiryNoteMutation = graphql(`
  mutation AddInquiryNote($input: AddInquiryNoteInput!) {
    addInquiryNote(input: $input) {
      __typename
      ... on AddInquiryNotePayload {
        inquiry {
          ...InquiryCaseParts
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const replyToInquiryMutation = graphql(`
  mutation ReplyToInquiry($input: ReplyToInquiryInput!) {
    replyToInquiry(input: $input) {
      __typename
      ... on ReplyToInquiryPayload {
        inquiry {
          ...InquiryCaseParts
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const setInquiryStatusMutation = graphql(`
  mutation SetInquiryStatus($input: SetInquiryStatusInput!) {
    setInquiryStatus(input: $input) {
      __typename
      ... on SetInquiryStatusPayload {
        inquiry {
          ...InquiryCaseParts
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const turnInquiryIntoDraftMutation = graphql(`
  mutation TurnInquiryIntoDraft($input: TurnInquiryIntoDraftInput!) {
    turnInquiryIntoDraft(input: $input) {
      __typename
      ... on TurnInquiryIntoDraftPayload {
        inquiry {
          ...InquiryCaseParts
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const reportedReviewsQuery = graphql(`
  query ReportedReviews($few: Int, $after: String) {
    reportedReviews(first: $few, after: $after) {
      edges {
        node {
          reviewId
          title
          openReportCount
          author {
            email
          }
          resort {
            name
          }
          openReports {
            reason
            reporter {
              email
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const dismissReviewReportsMutation = graphql(`
  mutation DismissReviewReports($input: DismissReviewReportsInput!) {
    dismissReviewReports(input: $input) {
      __typename
      ... on Error {
        message
      }
    }
  }
`);

export const removeReportedReviewMutation = graphql(`
  mutation RemoveReportedReview($input: RemoveReportedReviewInput!) {
    removeReportedReview(input: $input) {
      __typename
      ... on Error {
        message
      }
    }
  }
`);

export const heldListingsQuery = graphql(`
  query HeldListings($few: Int, $after: String) {
    heldListings(first: $few, after: $after) {
      edges {
        node {
          ...OwnListingRow
          owner {
            email
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    verificationCounts {
      waiting
      asked
      rejected
      expired
    }
  }
`);

export const previewRowsQuery = graphql(`
  query PreviewRows($id: ID!, $change: InventoryRowChange, $few: Int, $after: String) {
    inventoryRun(databaseId: $id) {
      previewRows(change: $change, first: $few, after: $after) {
        totalCount {
          value
          isCapped
        }
        edges {
          node {
            number
            listingId
            title
            resortName
            change
            differences {
              field
              before
              after
            }
          }
        }
        pageInfo {
          endCursor
        }
      }
    }
  }
`);
