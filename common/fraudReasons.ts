interface FraudWords {
  /** For the team. */
  team: string;
  /** For the writer of a message, after "It reads as if it". */
  writer: string;
  /** For the reader of a message. */
  reader: string;
}

/** The reasons why the site warns of a message. */
export const fraudReasons = {
  PAYMENT_OUTSIDE: {
    team: 'Asks for payment outside of the site',
    writer: 'asks for payment outside of this site',
    reader:
      'Pay only in the checkout of this site. Wires to a person, payment apps, gift cards, checks and cryptocurrency can’t be taken back.',
  },
  FEE_IN_ADVANCE: {
    team: 'Asks for a fee in advance',
    writer: 'asks for a fee in advance',
    reader:
      'You need not pay a fee in advance to sell or to leave a timeshare, or to get money that is yours. Such fees are a common scam.',
  },
  CONTACT_OUTSIDE: {
    team: 'Wants to deal outside of the site',
    writer: 'suggests to deal outside of this site',
    reader: 'Stays and sales that are arranged elsewhere are not protected by this site.',
  },
  FALSE_AUTHORITY: {
    team: 'Claims an office of the site, a partner or an authority, or asks for a password or code',
    writer: 'speaks for an office, or asks for a password or code',
    reader:
      'Our team, the escrow partner and authorities don’t write as a member here. Never tell anybody your password, or a code that was sent to you.',
  },
  PRESSURE: {
    team: 'Presses for a quick decision',
    writer: 'presses for a quick decision',
    reader: 'Take the time that you need. Scams often come with hurry.',
  },
} satisfies Readonly<Record<string, FraudWords>>;

/** Further reasons to look closely at a listing. */
export const listingReasons = {
  PRICE_FAR_BELOW: { team: 'The price is far below comparable ones' },
  COPIED_TEXT: { team: 'The text is nearly that of another owner’s listing' },
  NEW_ACCOUNT_HIGH_PRICE: { team: 'A new account asks a high price' },
} satisfies Readonly<Record<string, Pick<FraudWords, 'team'>>>;

export type ListingReason = keyof typeof listingReasons | FraudReason;

export type FraudReason = keyof typeof fraudReasons;
