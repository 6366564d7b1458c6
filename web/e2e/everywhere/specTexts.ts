import type { Page, Route } from 'playwright-core';
import { pdf } from '#api/testing/documents.ts';
import { changeAnswers, emptied, turnAway } from '../support/answers.ts';
import { addProvider } from '../support/inventoryProviders.ts';
import { makeAccount, newAccount, visit, type Account } from '../support/fixtures.ts';

export interface SpecScreen {
  /** Without it the page is open already, or `reach` opens it. */
  path?: string;
  /** It is reached from where the screen before it in this table ends; the toast there is closed. */
  continues?: true;
  viewer?: 'signedOut' | 'signedIn' | 'admin';
  /** Set if only one of the two widths shows the texts. */
  only?: 'desktop' | 'phone';
  /**
   * Makes the texts appear on the open page; without it they are in its HTML.
   * @param left Resolves before the screen that continues this one is reached.
   */
  reach?: (page: Page, left: Promise<void>) => Promise<unknown>;
  /** In page order, including placeholders and names of pictures. */
  texts: readonly string[];
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const send = (page: Page, form: string, name: string) =>
  page.getByRole('form', { name: form }).getByRole('button', { name }).click();

async function fill(page: Page, form: string, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByRole('form', { name: form }).getByLabel(label, { exact: true }).fill(value);
  }
}

const registration = ({ username, email, password }: Account) => ({
  'First name': 'Marina',
  'Last name': 'Holt',
  Username: username,
  Email: email,
  Password: password,
  'Confirm password': password,
});

/** Opens the inventory page and chooses a new provider of ten weeks. */
async function chooseProvider(page: Page, fault = ''): Promise<void> {
  const { name } = await addProvider(page, fault === '' ? '' : `fault=${fault}`);
  await visit(page, '/admin/inventory');
  await page.getByRole('radio', { name }).check();
}

/** Shows a new account, Marina Holt, in the list of users. */
async function ownUser(page: Page): Promise<void> {
  const { username } = await makeAccount();
  await visit(page, `/admin/users?q=${username}`);
}

/** Shows a new resort in the list of resorts. */
async function ownResort(page: Page): Promise<void> {
  const name = `Zephyr ${newAccount().username}`;
  await page.context().request.post('/api/admin/resorts', {
    data: { name, location: 'Camden', destination: 'Zephyria', description: 'Fine.' },
  });
  const search = page.getByRole('searchbox', { name: 'Search by name, place or brand' });
  await search.fill(name);
  await search.press('Enter');
  await button(page, `Edit ${name}`).waitFor();
}

/** Opens the form of a new resort and fills in the required fields. */
async function openNewResort(page: Page): Promise<void> {
  await button(page, 'Add New Resort').click();
  await fill(page, 'Add New Resort', {
    Name: `Zephyr ${newAccount().username}`,
    Location: 'Camden',
    Destination: 'Zephyria',
    Description: 'Fine.',
  });
}

const property = {
  'Property Name': 'Our week by the sea',
  'Resort Name': 'Harbour House',
  Location: 'Camden, Maine',
  'Unit Details': '2 bedrooms, sleeps 6',
  'Ownership Details': 'Deeded, every year',
  'Week/Season Details': 'Week 27, red season',
  'Asking Price': '$12,500',
  'Phone Number': '+1 555 010 0123',
};

async function submitProperty(page: Page): Promise<void> {
  await fill(page, 'Submit Your Property', property);
  await send(page, 'Submit Your Property', 'Submit Property');
}

const smtpSettings = Object.entries({
  smtp_host: '',
  smtp_port: '587',
  smtp_secure: 'tls',
  smtp_username: '',
  smtp_password: '••••••••',
  smtp_from_name: 'Tideweek Sales',
  smtp_from_email: 'sales@tideweek.example',
}).map(([key, value]) => ({
  __typename: 'SiteSetting',
  id: key,
  key,
  value,
  category: 'smtp',
  description: null,
  isEncrypted: key === 'smtp_password',
  problem: null,
  version: 1,
}));

/**
 * Answers with these settings, so that changes by other tests do not show.
 * @param opened They are loading until it resolves.
 */
const answerSettings = (page: Page, settings: object[], opened = Promise.resolve()) =>
  changeAnswers(page, async (answer) => {
    const { data } = answer as { data?: { settings?: unknown } | null };
    if (!data?.settings) return answer;
    await opened;
    return { ...(answer as object), data: { ...data, settings } };
  });

const openSection = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name }).click();

const searchPlaceholder = 'Search by location, resort name, or brand';
const siteLinks = ['Browse', 'Rent', 'Buy', 'Sell', 'Forums'];

const propertyMessages = [
  'Property name is required',
  'Resort name is required',
  'Location is required',
  'Unit details are required',
  'Ownership details are required',
  'Week/season details are required',
  'Asking price is required',
  'Phone number is required',
];

const authTexts = [
  'Join Tideweek',
  "The world's largest timeshare marketplace",
  'Sign In',
  'Register',
  'Terms of Service',
  'Privacy Policy',
];

const listingSteps = ['Listing Details', 'Contract Upload', 'Escrow Setup'];

/** Creates a listing with the required fields. */
async function createListing(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Listing Details' });
  await form.getByRole('combobox', { name: 'Resort', exact: true }).fill('aruba');
  await page.getByRole('option').first().click();
  await fill(page, 'Listing Details', {
    'Available From': `${new Date().getUTCFullYear() + 4}-10-02`,
    'Listing Title': 'A week in autumn',
    Description: 'Two rooms.',
    'Price per Night': '180',
  });
  await send(page, 'Listing Details', 'Create Listing');
}

/** Chooses a document in the upload dialog. */
const chooseContract = (page: Page) =>
  page
    .getByLabel('Choose a File')
    .setInputFiles({ name: 'Deed.pdf', mimeType: 'application/pdf', buffer: pdf(2_000) });

/** Answers what creates a listing; everything else is answered as usual. */
const onCreation = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route('**/graphql', (route) =>
    route.request().postData()?.includes('"details"') ? answer(route) : route.continue(),
  );

/**
 * Every text that SPEC.md requires on a screen, by section. The texts of a single resort are in
 * `resortTexts`; the numbers of placeholders while loading are in states.test.ts.
 */
export const specScreens: Record<string, SpecScreen> = {
  'Header, signed out (2)': {
    path: '/contact',
    only: 'desktop',
    texts: ['Tideweek', ...siteLinks, 'Sign In', 'Register Free'],
  },
  'Footer (2)': {
    path: '/contact',
    texts: [
      'For Travelers',
      'Browse Rentals',
      'Search Resorts',
      'Destinations',
      'Travel Tips',
      'For Owners',
      'List Your Timeshare',
      'Sell Your Timeshare',
      'Owner Resources',
      'Forums',
      'Support',
      'Help Center',
      'Safety & Trust',
      'Terms of Service',
      'Contact Us',
      '2024',
    ],
  },
  'Home (2, Home; 9)': {
    path: '/',
    texts: [
      "The World's Largest Timeshare Marketplace",
      'Join the most trusted timeshare community',
      searchPlaceholder,
      'Disney',
      'Thanksgiving',
      'Las Vegas',
      'Aruba',
      'Hawaii',
      'Mexico',
      'California',
      'and more',
      '5 stars',
      'Excellent rating',
      '4.6 out of 5',
      'based on 6,808 reviews',
      '2.1M+',
      'subscribers',
      'A+',
      'BBB rating',
      '25+',
      'years',
      'New Availability!',
      'Fresh listings from top resorts',
      'New Availability!',
      'Top Resorts',
      'Most popular destinations from our community',
      'View All Resorts',
      "Our Community's Favorite Destinations",
      'Florida',
      'California',
      'South Carolina',
      'Hawaii',
      'Mexico',
      'Aruba',
      'What Our Community Says',
      'Join the most trusted Timeshare community',
      'Register for free!',
      'No credit card required • Instant access • Cancel anytime',
    ],
  },
  'Property cards (2, Cards)': {
    path: '/',
    texts: [
      'Fresh listings from top resorts',
      'out of 5 stars',
      'reviews',
      'timeshare rentals available',
      'Starting at',
      '$',
      ' - $',
      '/night',
      'View Details →',
    ],
  },
  'Review cards (2, Cards)': {
    path: '/',
    texts: ['What Our Community Says', '5 stars', '“', '”', 'Members since', 'ago'],
  },
  'All Resorts (2, Search; 9)': {
    path: '/search',
    texts: [
      'All Resorts',
      searchPlaceholder,
      'Search',
      'Price: Low to High',
      'Price: High to Low',
      'Highest Rated',
      'Most Reviews',
      'All Prices',
      'Under $100',
      '$100 - $300',
      '$300+',
      'results found',
      'Load More Results',
    ],
  },
  'Search Results (2, Search)': {
    path: '/search?q=aruba',
    texts: ['Search Results', searchPlaceholder, 'results found'],
  },
  'Resort without reviews (2, Resort detail)': {
    continues: true,
    reach: async (page) => {
      await changeAnswers(page, (answer) => emptied(answer, 'reviews'));
      await page
        .getByRole('link', { name: /View Details/ })
        .first()
        .click();
    },
    texts: ['Recent Reviews', 'No reviews yet.'],
  },
  'There are no resorts (2, Search)': {
    continues: true,
    reach: async (page) => {
      await changeAnswers(page, (answer) => emptied(answer, 'resorts'));
      await page.getByRole('link', { name: 'Search Resorts' }).click();
    },
    texts: [
      'All Resorts',
      'No resorts found',
      'No resorts are available at the moment',
      'Clear Search',
    ],
  },
  'Side drawer, signed out (2)': {
    continues: true,
    only: 'phone',
    reach: (page) => button(page, 'Open menu').click(),
    texts: [...siteLinks, 'Register Free', 'Sign In'],
  },
  'Nothing fits a search (2, Search)': {
    path: '/search?q=zzqqxxyy',
    texts: [
      'Search Results',
      'No resorts found',
      "We couldn't find any resorts matching the query. Try adjusting your search terms",
      'Clear Search',
    ],
  },
  'Sell, signed out (2, Search)': {
    path: '/search?type=sell',
    texts: [
      'Sell Your Timeshare',
      'Login Required',
      'Please log in to submit your property for sale',
      'Log In to Continue',
    ],
  },
  'Sell, signed in (2, Search)': {
    path: '/search?type=sell',
    viewer: 'signedIn',
    texts: ['Sell Your Timeshare', 'Submit Your Property'],
  },
  'Property submission, validation (5)': {
    path: '/search?type=sell',
    viewer: 'signedIn',
    reach: (page) => send(page, 'Submit Your Property', 'Submit Property'),
    texts: propertyMessages,
  },
  'Property submission failed (8)': {
    continues: true,
    reach: async (page) => {
      await turnAway(page);
      await submitProperty(page);
    },
    texts: ['Submission Failed', 'Please try again later'],
  },
  'Property submission ok (8)': {
    continues: true,
    reach: submitProperty,
    texts: ['Property Submitted Successfully!', "We'll contact you within 24 hours"],
  },
  'Sign in (2, Auth)': { path: '/auth', texts: authTexts },
  'Register (2, Auth)': { path: '/auth?mode=register', texts: authTexts },
  'Sign in, validation (5)': {
    path: '/auth',
    reach: (page) => send(page, 'Sign In', 'Sign In'),
    texts: ['Email or username is required', 'Password is required'],
  },
  'Login failed (8)': {
    continues: true,
    reach: async (page) => {
      await fill(page, 'Sign In', { 'Email or username': 'nobody-at-all', Password: 'wrong' });
      await send(page, 'Sign In', 'Sign In');
    },
    texts: ['Login failed', 'Invalid credentials'],
  },
  'Login failed without a reason (8)': {
    continues: true,
    reach: async (page) => {
      await turnAway(page);
      await send(page, 'Sign In', 'Sign In');
    },
    texts: ['Login failed', 'Invalid credentials'],
  },
  'Login ok (8)': {
    continues: true,
    reach: async (page) => {
      const { username, password } = await makeAccount();
      await fill(page, 'Sign In', { 'Email or username': username, Password: password });
      await send(page, 'Sign In', 'Sign In');
    },
    texts: ['Welcome back, Marina', 'Welcome back!', 'Successfully logged in'],
  },
  'Register, validation (5)': {
    path: '/auth?mode=register',
    reach: (page) => send(page, 'Register', 'Register for free'),
    texts: ['Please confirm your password'],
  },
  'Register, passwords differ (5)': {
    continues: true,
    reach: async (page) => {
      await fill(page, 'Register', {
        ...registration(newAccount()),
        'Confirm password': 'something else',
      });
      await send(page, 'Register', 'Register for free');
    },
    texts: ["Passwords don't match"],
  },
  'Registration failed (8)': {
    continues: true,
    reach: async (page) => {
      await turnAway(page);
      await fill(page, 'Register', registration(newAccount()));
      await send(page, 'Register', 'Register for free');
    },
    texts: ['Registration failed', 'Failed to create account'],
  },
  'Registration ok (8)': {
    continues: true,
    reach: (page) => send(page, 'Register', 'Register for free'),
    texts: ['Welcome back, Marina', 'Account created!', 'Marina'],
  },
  'Create listing, details (2, Create listing)': {
    path: '/create-listing',
    viewer: 'signedIn',
    texts: [
      'Back to Dashboard',
      'List Your Timeshare',
      'secure contract verification and escrow',
      '1',
      'Listing Details',
      '2',
      'Contract Upload',
      '3',
      'Escrow Setup',
      'Resort',
      'Available From',
      'Available To',
      'Listing Title',
      'Description',
      'Price per Night',
      '$',
      'Maximum Guests',
      'I also want to sell this timeshare',
      'Contract Upload',
      'Upload Ownership Contract',
      'contract upload will be required for approval',
      'Create Listing',
    ],
  },
  'Dashboard (2)': {
    path: '/dashboard',
    viewer: 'signedIn',
    texts: [
      'Welcome back, Marina',
      'Search Rentals',
      'Browse Resorts',
      'Saved Searches',
      'Account Settings',
      'Profile',
      'Marina Holt',
      '@example.org',
      'Edit Profile',
      'My Bookings',
      'No bookings yet',
      'Favorites',
      'No favorites yet',
      'My Property',
      'Sell or Rent My Property',
    ],
  },
  'Header, signed in (2)': {
    path: '/contact',
    only: 'desktop',
    viewer: 'signedIn',
    reach: (page) => button(page, 'Marina').click(),
    texts: [...siteLinks, 'Marina', 'Marina Holt', 'Dashboard', 'Sign Out'],
  },
  'My Property (2, Dashboard)': {
    continues: true,
    reach: async (page) => {
      await page.getByRole('menuitem', { name: 'Dashboard' }).click();
      await button(page, 'Sell or Rent My Property').click();
      await page.getByRole('dialog', { name: 'Submit Your Property' }).waitFor();
      await send(page, 'Submit Your Property', 'Submit Property');
    },
    texts: ['Submit Your Property', ...propertyMessages],
  },
  'My Property, sent (8)': {
    continues: true,
    reach: async (page) => {
      await submitProperty(page);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    texts: [
      'My Property',
      'Our week by the sea',
      'Property Submitted Successfully!',
      "We'll contact you within 24 hours",
    ],
  },
  'Side drawer, signed in (2)': {
    continues: true,
    only: 'phone',
    reach: (page) => button(page, 'Open menu').click(),
    texts: ['Marina Holt', ...siteLinks, 'Dashboard', 'Sign Out'],
  },
  'Create listing, loading (2, Create listing)': {
    path: '/contact',
    viewer: 'signedIn',
    reach: async (page, left) => {
      await page.route('**/graphql', async (route) => {
        await left;
        await route.continue();
      });
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: 'List Your Timeshare' })
        .click();
    },
    texts: ['Back to Dashboard', 'List Your Timeshare', ...listingSteps, 'Loading resorts...'],
  },
  'Create listing, resorts (2, Create listing)': {
    continues: true,
    reach: (page) => page.getByRole('combobox', { name: 'Resort', exact: true }).fill('aruba'),
    texts: ['Resort', 'Beach', 'Aruba', 'Available From'],
  },
  'Create listing, for sale (2, Create listing)': {
    continues: true,
    reach: (page) => page.getByText('I also want to sell this timeshare').click(),
    texts: ['I also want to sell this timeshare', 'Sale Price', '$'],
  },
  'No upload URL (8)': {
    continues: true,
    reach: async (page) => {
      await page.route('**/s3/multipart', (route) =>
        route.fulfill({ status: 429, json: { message: 'Too many' } }),
      );
      await button(page, 'Upload Ownership Contract').click();
      await chooseContract(page);
    },
    texts: ['Deed.pdf', 'Failed to get upload URL. Please try again.'],
  },
  'Upload failed (8)': {
    continues: true,
    reach: async (page) => {
      await page.route('**/complete?**', (route) =>
        route.fulfill({ status: 400, json: { message: 'Not a document' } }),
      );
      await button(page, 'Choose Another File').click();
      await chooseContract(page);
    },
    texts: ['Deed.pdf', 'Failed to upload contract. Please try again.'],
  },
  'Create listing, contract ready (2, Create listing; 8)': {
    continues: true,
    reach: async (page) => {
      await button(page, 'Choose Another File').click();
      await chooseContract(page);
    },
    texts: [
      'Contract Upload',
      'Ownership Contract Uploaded ✓',
      'verifies your ownership before your listing is approved',
      'Contract Ready',
      'Contract file uploaded successfully. Submit your listing to continue.',
    ],
  },
  'Create listing failed (8)': {
    continues: true,
    reach: async (page) => {
      await onCreation(page, (route) =>
        route.fulfill({ json: { data: null, errors: [{ message: '' }] } }),
      );
      await page.getByText('I also want to sell this timeshare').click();
      await createListing(page);
    },
    texts: ['Failed to create listing. Please try again.'],
  },
  'Create listing, escrow (2, Create listing; 8)': {
    continues: true,
    reach: (page) => send(page, 'Listing Details', 'Create Listing'),
    texts: [
      ...listingSteps,
      'escrow partner',
      'Rental Protection',
      'Sale Escrow',
      'Title transfer and fund protection',
      'Next Steps',
      'team reviews your contract',
      'Escrow is activated',
      'email confirmation',
      'View Dashboard',
      'Finish',
      'Listing Created Successfully!',
      'Your listing and ownership contract have been submitted for verification.',
    ],
  },
  'Create listing, under way (2, Create listing)': {
    path: '/create-listing',
    viewer: 'signedIn',
    reach: async (page, left) => {
      await onCreation(page, async (route) => {
        await left;
        await route.continue();
      });
      await createListing(page);
    },
    texts: ['Creating...'],
  },
  'Create listing, contract (2, Create listing; 8)': {
    continues: true,
    texts: [
      ...listingSteps,
      'Verifies your legal ownership',
      'Prevents unauthorised listings',
      'required for escrow when you sell',
      'Builds trust',
      'Upload Ownership Contract',
      'Continue',
      'Listing Created Successfully!',
      'Your listing has been submitted. Our team will contact you about contract verification for listing approval.',
    ],
  },
  'Create listing, contract uploaded (2, Create listing; 8)': {
    continues: true,
    reach: async (page) => {
      await button(page, 'Upload Ownership Contract').click();
      await chooseContract(page);
    },
    texts: [
      'Ownership Contract Uploaded ✓',
      'Continue',
      'Contract Uploaded',
      'Your ownership contract has been uploaded for verification.',
    ],
  },
  'Forums (2)': {
    path: '/forums',
    texts: [
      'Forums Under Construction',
      'Community Forums Coming Soon!',
      'Resort reviews',
      'Buying and selling advice',
      'Vacation tips',
      'Community Q&A',
      'Local destination insights',
      'hello@tideweek.example',
      'Back to Home',
    ],
  },
  'Contact (2; 9)': {
    path: '/contact',
    texts: [
      'hello@tideweek.example',
      'within 24 hours',
      '+1 (555) 010-0199',
      'Monday to Friday 9 AM to 6 PM EST',
      'Saturday 10 AM to 4 PM EST',
      'Travelers',
      'Owners',
      'Escrow Services',
      'Technical Support',
      'Frequently Asked Questions',
      'How do I list my timeshare?',
      'Contact us',
      'Are bookings secure?',
      'What are the fees?',
      'Contact us',
      'Back to Home',
    ],
  },
  'Admin users (2, Admin users)': {
    path: '/admin/users',
    viewer: 'admin',
    texts: [
      'Users',
      'Add New User',
      'Name',
      'Username',
      'Email',
      'Role',
      'Joined',
      'Actions',
      '@',
      'user',
    ],
  },
  'Admin users, not changed (8)': {
    viewer: 'admin',
    reach: async (page) => {
      await ownUser(page);
      await button(page, 'Edit Marina Holt').click();
      await fill(page, 'Edit User', { 'First name': 'Martha' });
      await turnAway(page);
      await send(page, 'Edit User', 'Save User');
    },
    texts: ['Error', 'Failed to update user. Please try again'],
  },
  'Admin users, editing (2; 8)': {
    continues: true,
    reach: (page) => send(page, 'Edit User', 'Save User'),
    texts: ['Martha Holt', 'User updated'],
  },
  'Admin users, deleting (2; 8)': {
    continues: true,
    reach: (page) => button(page, 'Delete Martha Holt').click(),
    texts: ['Are you sure you want to delete Martha Holt? This action cannot be undone.'],
  },
  'Admin users, not deleted (8)': {
    continues: true,
    reach: async (page) => {
      await turnAway(page);
      await send(page, 'Delete User', 'Delete');
    },
    texts: ['Error', 'Failed to delete user. Please try again'],
  },
  'Admin users, deleted (8)': {
    continues: true,
    reach: (page) => send(page, 'Delete User', 'Delete'),
    texts: ['User deleted'],
  },
  'Admin users, not added (8)': {
    continues: true,
    reach: async (page) => {
      const { username, email, password } = newAccount();
      await button(page, 'Add New User').click();
      await fill(page, 'Add New User', {
        'First name': 'Marina',
        'Last name': 'Holt',
        Username: username,
        Email: email,
        Password: password,
      });
      await turnAway(page);
      await send(page, 'Add New User', 'Add User');
    },
    texts: ['Error', 'Failed to create user. Please try again'],
  },
  'Admin users, adding (2; 8)': {
    continues: true,
    reach: (page) => send(page, 'Add New User', 'Add User'),
    texts: ['Users', 'User added'],
  },
  'Inventory management (2, Inventory management; 9)': {
    path: '/admin/inventory',
    viewer: 'admin',
    texts: [
      'Inventory Management',
      'Sync external inventory from various providers',
      'Sync Inventory',
      'Sync History',
      'Destination',
      'Limit',
      'Min Price',
      'Max Price',
      'Preview',
      'Sync Now',
    ],
  },
  'Inventory management, no history (2)': {
    viewer: 'admin',
    reach: async (page) => {
      const { id } = await addProvider(page);
      await visit(page, `/admin/inventory?tab=history&provider=${id}`);
    },
    texts: ['No sync history available'],
  },
  'Inventory management, no provider (5)': {
    continues: true,
    reach: async (page) => {
      await page.getByRole('tab', { name: 'Sync Inventory' }).click();
      await page.getByLabel('Destination').press('Enter');
    },
    texts: ['No Provider Selected', 'Please select a provider first'],
  },
  'Inventory management, preview not begun (8)': {
    viewer: 'admin',
    reach: async (page) => {
      await chooseProvider(page);
      await turnAway(page);
      await button(page, 'Preview').click();
    },
    texts: ['Preview Failed', 'Failed to preview inventory'],
  },
  'Inventory management, sync not begun (8)': {
    continues: true,
    reach: async (page) => {
      await turnAway(page);
      await button(page, 'Sync Now').click();
    },
    texts: ['Sync Failed', 'Failed to sync inventory'],
  },
  'Inventory management, preview (2; 8)': {
    continues: true,
    reach: (page) => button(page, 'Preview').click(),
    texts: ['Preview Generated', 'Found 10 listings from', 'Import 10 Listings'],
  },
  'Inventory management, synced (8)': {
    continues: true,
    reach: async (page) => {
      await page.keyboard.press('Escape');
      await button(page, 'Sync Now').click();
    },
    texts: ['Sync Completed', 'Imported 10 out of 10 listings'],
  },
  'Inventory management, no preview (8)': {
    viewer: 'admin',
    reach: async (page) => {
      await chooseProvider(page, '500');
      await button(page, 'Preview').click();
    },
    texts: ['Preview Failed', 'answered 500'],
  },
  'Inventory management, not synced (8)': {
    continues: true,
    reach: (page) => button(page, 'Sync Now').click(),
    texts: ['Sync Failed', 'answered 500'],
  },
  'Inventory management, issues (2)': {
    viewer: 'admin',
    reach: async (page) => {
      await chooseProvider(page, 'malformed');
      await button(page, 'Sync Now').click();
      await page.getByText('Sync Completed').waitFor();
      await page.getByRole('tab', { name: 'Sync History' }).click();
    },
    texts: ['Sync Issues', ' error(s) occurred during sync'],
  },
  'Admin resorts (2, Admin resorts)': {
    path: '/admin/resorts?sort=-price',
    viewer: 'admin',
    texts: [
      'Resorts',
      'Add New Resort',
      'Resort',
      'Destination',
      'Price Range',
      'Rating',
      'Status',
      'Actions',
      ', …',
      '$',
      ' - $',
      ' reviews)',
      'Available',
    ],
  },
  'Admin resorts, not changed (8)': {
    continues: true,
    reach: async (page) => {
      await ownResort(page);
      await page.getByRole('button', { name: /^Edit Zephyr/ }).click();
      await fill(page, 'Edit Resort', { Destination: 'Elsewhere' });
      await turnAway(page);
      await send(page, 'Edit Resort', 'Save Resort');
    },
    texts: ['Failed to update resort', 'Please try again'],
  },
  'Admin resorts, changed (8)': {
    continues: true,
    reach: (page) => send(page, 'Edit Resort', 'Save Resort'),
    texts: ['Elsewhere', 'Resort updated'],
  },
  'Admin resorts, not deleted (8)': {
    continues: true,
    reach: async (page) => {
      await page.getByRole('button', { name: /^Delete Zephyr/ }).click();
      await page.getByRole('form', { name: 'Delete Resort' }).waitFor();
      await turnAway(page);
      await send(page, 'Delete Resort', 'Delete');
    },
    texts: ['Failed to delete resort', 'Please try again'],
  },
  'Admin resorts, deleted (8)': {
    continues: true,
    reach: (page) => send(page, 'Delete Resort', 'Delete'),
    texts: ['Resort deleted'],
  },
  'Admin resorts, not added (8)': {
    continues: true,
    reach: async (page) => {
      await openNewResort(page);
      await turnAway(page);
      await send(page, 'Add New Resort', 'Add Resort');
    },
    texts: ['Failed to create resort', 'Please try again'],
  },
  'Admin resorts, added (8)': {
    continues: true,
    reach: (page) => send(page, 'Add New Resort', 'Add Resort'),
    texts: ['Resort added'],
  },
  'Site settings while they load (2)': {
    path: '/admin/mail',
    viewer: 'admin',
    reach: async (page, left) => {
      await answerSettings(page, [], left);
      await openSection(page, 'Settings');
    },
    texts: ['Loading admin settings...'],
  },
  'Site settings, none yet (2)': {
    continues: true,
    texts: [
      'All Settings (0)',
      'No SMTP settings configured yet',
      'Click "Initialize SMTP Settings" to get started',
    ],
  },
  'Site settings, none in General (2)': {
    continues: true,
    reach: async (page) => {
      await answerSettings(page, []);
      await page.getByRole('tab', { name: 'General' }).click();
    },
    texts: ['No general settings configured yet'],
  },
  'Site settings, SMTP (2, Site settings; 5; 9)': {
    continues: true,
    reach: async (page) => {
      await openSection(page, 'Mail');
      await page.getByRole('heading', { name: 'Mail', level: 1 }).waitFor();
      await answerSettings(page, smtpSettings);
      await openSection(page, 'Settings');
    },
    texts: [
      'SMTP',
      'General',
      'All Settings (7)',
      'Add New',
      'Settings saved',
      'smtp_host',
      'smtp_port',
      'smtp_secure',
      'None (Insecure)',
      'TLS/STARTTLS (Recommended)',
      'SSL (Legacy)',
      'smtp_username',
      'smtp_password',
      'smtp_from_name',
      'smtp_from_email',
      'Save SMTP Settings',
      'Test Connection',
      'Initialize SMTP Settings',
      'Gmail',
      'smtp.gmail.com',
      '587',
      'Outlook',
      'Yahoo',
      'SSL',
      'Port 465',
      'Port 25',
    ],
  },
  'Site settings, SMTP with changes (2; 4; 8)': {
    continues: true,
    reach: async (page) => {
      await page.locator('[name=smtp_host]').fill('mail.example');
      await button(page, 'Test Connection').focus();
      await page.keyboard.press('Enter');
    },
    texts: [
      'Unsaved Changes',
      'Save Settings First',
      'Please save your SMTP settings before testing the connection',
    ],
  },
  'Site settings, All Settings (2)': {
    continues: true,
    reach: async (page) => {
      await answerSettings(page, smtpSettings);
      await page.getByRole('tab', { name: 'All Settings (7)' }).click();
    },
    texts: ['SMTP', '7 settings', 'smtp_password', 'Encrypted'],
  },
  'Site settings, Add New (2; 5; 8)': {
    continues: true,
    reach: async (page) => {
      await page.getByRole('tab', { name: 'Add New' }).click();
      await send(page, 'Add New Setting', 'Create Setting');
    },
    texts: [
      'Setting Key',
      'e.g. site_title',
      'Category',
      'e.g. general, smtp',
      'Value',
      'Description',
      'Encrypt this setting (for passwords and sensitive data)',
      'Create Setting',
      'Validation Error',
      'Key and value are required',
    ],
  },
  'Unknown address (2)': { path: '/nowhere/at/all', texts: ['Page Not Found'] },
  'Unknown resort (2; 8)': {
    path: '/resort/00000000-0000-7000-8000-000000000000',
    texts: ['Resort not found', "The resort you're looking for doesn't exist."],
  },
};

/** The texts of any resort (SPEC section 2, Resort detail). */
export const resortTexts = [
  'About',
  'per night',
  'Book Now',
  'Free cancellation • Secure booking',
  'Need Help?',
  'Contact Support',
  'Amenities',
  'Recent Reviews',
];
