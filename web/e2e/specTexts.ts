import type { Page } from 'playwright-core';
import { pdf } from '../../api/testing/documents.ts';
import { changeAnswers, emptied, holdAnswers, refuse } from './answers.ts';
import { addProvider } from './inventoryProviders.ts';
import { makeAccount, newAccount, visit, type Account } from './fixtures.ts';

export interface SpecScreen {
  /** Without it `reach` opens the page. */
  path?: string;
  viewer?: 'signedOut' | 'signedIn' | 'admin';
  /** Set if only one of the two widths shows the texts. */
  only?: 'desktop' | 'phone';
  /** Makes the texts appear on the open page; without it they are in its HTML. */
  reach?: (page: Page) => Promise<unknown>;
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

/** Previews or syncs ten weeks of a new provider. */
async function run(
  page: Page,
  what: 'Preview' | 'Sync Now',
  { fault = '', isRefused = false } = {},
): Promise<void> {
  const { name } = await addProvider(page, fault === '' ? '' : `fault=${fault}`);
  await visit(page, '/admin/inventory');
  await page.getByRole('radio', { name }).check();
  if (isRefused) await refuse(page);
  await button(page, what).click();
}

/** Shows a new account, Marina Holt, in the list of users. */
async function ownUser(page: Page): Promise<void> {
  const { username } = await makeAccount();
  await visit(page, `/admin/users?q=${username}`);
}

/** Shows a new resort in the list of resorts; returns its name. */
async function ownResort(page: Page): Promise<string> {
  const name = `Zephyr ${newAccount().username}`;
  await page.context().request.post('/api/admin/resorts', {
    data: { name, location: 'Camden', destination: 'Zephyria', description: 'Fine.' },
  });
  await visit(page, `/admin/resorts?q=${encodeURIComponent(name)}`);
  return name;
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

/** Opens the settings with these values, so that changes by other tests do not show. */
async function openSettings(page: Page, settings: object[]): Promise<void> {
  await changeAnswers(page, (answer) => {
    const { data } = answer as { data?: { settings?: unknown } | null };
    return data?.settings ? { ...(answer as object), data: { ...data, settings } } : answer;
  });
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Settings' })
    .click();
  await page.getByRole('tab', { name: `All Settings (${settings.length})` }).waitFor();
}

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

/** Opens the upload dialog and chooses a document. */
async function uploadContract(page: Page): Promise<void> {
  await button(page, 'Upload Ownership Contract').click();
  await page
    .getByLabel('Choose a File')
    .setInputFiles({ name: 'Deed.pdf', mimeType: 'application/pdf', buffer: pdf(2_000) });
}

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
  'Header, signed in (2)': {
    path: '/contact',
    only: 'desktop',
    viewer: 'signedIn',
    reach: (page) => button(page, 'Marina').click(),
    texts: [...siteLinks, 'Marina', 'Marina Holt', 'Dashboard', 'Sign Out'],
  },
  'Side drawer, signed out (2)': {
    path: '/contact',
    only: 'phone',
    reach: (page) => button(page, 'Open menu').click(),
    texts: [...siteLinks, 'Register Free', 'Sign In'],
  },
  'Side drawer, signed in (2)': {
    path: '/contact',
    only: 'phone',
    viewer: 'signedIn',
    reach: (page) => button(page, 'Open menu').click(),
    texts: ['Marina Holt', ...siteLinks, 'Dashboard', 'Sign Out'],
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
  'Nothing fits a search (2, Search)': {
    path: '/search?q=zzqqxxyy',
    texts: [
      'Search Results',
      'No resorts found',
      "We couldn't find any resorts matching the query. Try adjusting your search terms",
      'Clear Search',
    ],
  },
  'There are no resorts (2, Search)': {
    path: '/contact',
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
    path: '/search?type=sell',
    viewer: 'signedIn',
    reach: async (page) => {
      await refuse(page);
      await submitProperty(page);
    },
    texts: ['Submission Failed', 'Please try again later'],
  },
  'Property submission ok (8)': {
    path: '/search?type=sell',
    viewer: 'signedIn',
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
    path: '/auth',
    reach: async (page) => {
      await fill(page, 'Sign In', { 'Email or username': 'nobody-at-all', Password: 'wrong' });
      await send(page, 'Sign In', 'Sign In');
    },
    texts: ['Login failed', 'Invalid credentials'],
  },
  'Login failed without a reason (8)': {
    path: '/auth',
    reach: async (page) => {
      await refuse(page);
      await fill(page, 'Sign In', { 'Email or username': 'nobody-at-all', Password: 'wrong' });
      await send(page, 'Sign In', 'Sign In');
    },
    texts: ['Login failed', 'Invalid credentials'],
  },
  'Login ok (8)': {
    path: '/auth',
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
    path: '/auth?mode=register',
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
    path: '/auth?mode=register',
    reach: async (page) => {
      await refuse(page);
      await fill(page, 'Register', registration(newAccount()));
      await send(page, 'Register', 'Register for free');
    },
    texts: ['Registration failed', 'Failed to create account'],
  },
  'Registration ok (8)': {
    path: '/auth?mode=register',
    reach: async (page) => {
      await fill(page, 'Register', registration(newAccount()));
      await send(page, 'Register', 'Register for free');
    },
    texts: ['Welcome back, Marina', 'Account created!', 'Marina'],
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
  'My Property (2, Dashboard)': {
    path: '/dashboard',
    viewer: 'signedIn',
    reach: async (page) => {
      await button(page, 'Sell or Rent My Property').click();
      await page.getByRole('dialog', { name: 'Submit Your Property' }).waitFor();
      await send(page, 'Submit Your Property', 'Submit Property');
    },
    texts: ['Submit Your Property', ...propertyMessages],
  },
  'My Property, sent (8)': {
    path: '/dashboard',
    viewer: 'signedIn',
    reach: async (page) => {
      await button(page, 'Sell or Rent My Property').click();
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
  'Create listing, loading (2, Create listing)': {
    path: '/contact',
    viewer: 'signedIn',
    reach: async (page) => {
      await holdAnswers(page);
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: 'List Your Timeshare' })
        .click();
    },
    texts: ['Back to Dashboard', 'List Your Timeshare', ...listingSteps, 'Loading resorts...'],
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
  'Create listing, resorts (2, Create listing)': {
    path: '/create-listing',
    viewer: 'signedIn',
    reach: (page) => page.getByRole('combobox', { name: 'Resort', exact: true }).fill('aruba'),
    texts: ['Resort', 'Beach', 'Aruba', 'Available From'],
  },
  'Create listing, for sale (2, Create listing)': {
    path: '/create-listing',
    viewer: 'signedIn',
    reach: (page) => page.getByText('I also want to sell this timeshare').click(),
    texts: ['I also want to sell this timeshare', 'Sale Price', '$'],
  },
  'Create listing, contract ready (2, Create listing; 8)': {
    path: '/create-listing',
    viewer: 'signedIn',
    reach: uploadContract,
    texts: [
      'Contract Upload',
      'Ownership Contract Uploaded ✓',
      'verifies your ownership before your listing is approved',
      'Contract Ready',
      'Contract file uploaded successfully. Submit your listing to continue.',
    ],
  },
  'Create listing, under way (2, Create listing)': {
    path: '/create-listing',
    viewer: 'signedIn',
    reach: async (page) => {
      await page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('"details"')) await route.continue();
      });
      await createListing(page);
    },
    texts: ['Creating...'],
  },
  'Create listing failed (8)': {
    path: '/create-listing',
    viewer: 'signedIn',
    reach: async (page) => {
      await page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('"details"')) return route.continue();
        return route.fulfill({ json: { data: null, errors: [{ message: '' }] } });
      });
      await createListing(page);
    },
    texts: ['Failed to create listing. Please try again.'],
  },
  'Create listing, contract (2, Create listing; 8)': {
    path: '/create-listing',
    viewer: 'signedIn',
    reach: createListing,
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
    path: '/create-listing',
    viewer: 'signedIn',
    reach: async (page) => {
      await createListing(page);
      // The details step has an upload button, too.
      await page.getByRole('form', { name: 'Listing Details' }).waitFor({ state: 'hidden' });
      await uploadContract(page);
    },
    texts: [
      'Ownership Contract Uploaded ✓',
      'Continue',
      'Contract Uploaded',
      'Your ownership contract has been uploaded for verification.',
    ],
  },
  'Create listing, escrow (2, Create listing; 8)': {
    path: '/create-listing',
    viewer: 'signedIn',
    reach: async (page) => {
      await uploadContract(page);
      await button(page, 'Ownership Contract Uploaded ✓').waitFor();
      await createListing(page);
    },
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
  'Upload failed (8)': {
    path: '/create-listing',
    viewer: 'signedIn',
    reach: async (page) => {
      await page.route('**/complete?**', (route) =>
        route.fulfill({ status: 400, json: { message: 'Not a document' } }),
      );
      await uploadContract(page);
    },
    texts: ['Deed.pdf', 'Failed to upload contract. Please try again.'],
  },
  'No upload URL (8)': {
    path: '/create-listing',
    viewer: 'signedIn',
    reach: async (page) => {
      await page.route('**/s3/multipart', (route) =>
        route.fulfill({ status: 429, json: { message: 'Too many' } }),
      );
      await uploadContract(page);
    },
    texts: ['Deed.pdf', 'Failed to get upload URL. Please try again.'],
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
  'Site settings while they load (2)': {
    path: '/admin/mail',
    viewer: 'admin',
    reach: async (page) => {
      await page.route('**/graphql', () => undefined);
      await page
        .getByRole('navigation', { name: 'Administration' })
        .getByRole('link', { name: 'Settings' })
        .click();
    },
    texts: ['Loading admin settings...'],
  },
  'Admin users (2, Admin users)': {
    path: '/admin/users?q=owner',
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
      'owner',
      'user',
    ],
  },
  'Admin users, adding (2; 8)': {
    path: '/admin/users',
    viewer: 'admin',
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
      await send(page, 'Add New User', 'Add User');
    },
    texts: ['Users', 'User added'],
  },
  'Admin users, editing (2; 8)': {
    viewer: 'admin',
    reach: async (page) => {
      await ownUser(page);
      await button(page, 'Edit Marina Holt').click();
      await fill(page, 'Edit User', { 'First name': 'Martha' });
      await send(page, 'Edit User', 'Save User');
    },
    texts: ['Martha Holt', 'User updated'],
  },
  'Admin users, deleting (2; 8)': {
    viewer: 'admin',
    reach: async (page) => {
      await ownUser(page);
      await button(page, 'Delete Marina Holt').click();
    },
    texts: ['Are you sure you want to delete Marina Holt? This action cannot be undone.'],
  },
  'Admin users, deleted (8)': {
    viewer: 'admin',
    reach: async (page) => {
      await ownUser(page);
      await button(page, 'Delete Marina Holt').click();
      await send(page, 'Delete User', 'Delete');
    },
    texts: ['User deleted'],
  },
  'Admin users, not added (8)': {
    path: '/admin/users',
    viewer: 'admin',
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
      await refuse(page);
      await send(page, 'Add New User', 'Add User');
    },
    texts: ['Error', 'Failed to create user. Please try again'],
  },
  'Admin users, not changed (8)': {
    viewer: 'admin',
    reach: async (page) => {
      await ownUser(page);
      await button(page, 'Edit Marina Holt').click();
      await page.getByRole('form', { name: 'Edit User' }).waitFor();
      await refuse(page);
      await send(page, 'Edit User', 'Save User');
    },
    texts: ['Error', 'Failed to update user. Please try again'],
  },
  'Admin users, not deleted (8)': {
    viewer: 'admin',
    reach: async (page) => {
      await ownUser(page);
      await button(page, 'Delete Marina Holt').click();
      await page.getByRole('form', { name: 'Delete User' }).waitFor();
      await refuse(page);
      await send(page, 'Delete User', 'Delete');
    },
    texts: ['Error', 'Failed to delete user. Please try again'],
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
  'Inventory management, no provider (5)': {
    path: '/admin/inventory',
    viewer: 'admin',
    reach: (page) => page.getByLabel('Destination').press('Enter'),
    texts: ['No Provider Selected', 'Please select a provider first'],
  },
  'Inventory management, no history (2)': {
    viewer: 'admin',
    reach: async (page) => {
      const { id } = await addProvider(page);
      await visit(page, `/admin/inventory?tab=history&provider=${id}`);
    },
    texts: ['No sync history available'],
  },
  'Inventory management, preview (2; 8)': {
    viewer: 'admin',
    reach: (page) => run(page, 'Preview'),
    texts: ['Preview Generated', 'Found 10 listings from', 'Import 10 Listings'],
  },
  'Inventory management, no preview (8)': {
    viewer: 'admin',
    reach: (page) => run(page, 'Preview', { fault: '500' }),
    texts: ['Preview Failed', 'answered 500'],
  },
  'Inventory management, preview not begun (8)': {
    viewer: 'admin',
    reach: (page) => run(page, 'Preview', { isRefused: true }),
    texts: ['Preview Failed', 'Failed to preview inventory'],
  },
  'Inventory management, synced (8)': {
    viewer: 'admin',
    reach: (page) => run(page, 'Sync Now'),
    texts: ['Sync Completed', 'Imported 10 out of 10 listings'],
  },
  'Inventory management, not synced (8)': {
    viewer: 'admin',
    reach: (page) => run(page, 'Sync Now', { fault: '500' }),
    texts: ['Sync Failed', 'answered 500'],
  },
  'Inventory management, sync not begun (8)': {
    viewer: 'admin',
    reach: (page) => run(page, 'Sync Now', { isRefused: true }),
    texts: ['Sync Failed', 'Failed to sync inventory'],
  },
  'Inventory management, issues (2)': {
    viewer: 'admin',
    reach: async (page) => {
      await run(page, 'Sync Now', { fault: 'malformed' });
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
  'Admin resorts, added (8)': {
    path: '/admin/resorts',
    viewer: 'admin',
    reach: async (page) => {
      await openNewResort(page);
      await send(page, 'Add New Resort', 'Add Resort');
    },
    texts: ['Resort added'],
  },
  'Admin resorts, not added (8)': {
    path: '/admin/resorts',
    viewer: 'admin',
    reach: async (page) => {
      await openNewResort(page);
      await refuse(page);
      await send(page, 'Add New Resort', 'Add Resort');
    },
    texts: ['Failed to create resort', 'Please try again'],
  },
  'Admin resorts, changed (8)': {
    viewer: 'admin',
    reach: async (page) => {
      const name = await ownResort(page);
      await button(page, `Edit ${name}`).click();
      await fill(page, 'Edit Resort', { Destination: 'Elsewhere' });
      await send(page, 'Edit Resort', 'Save Resort');
    },
    texts: ['Elsewhere', 'Resort updated'],
  },
  'Admin resorts, not changed (8)': {
    viewer: 'admin',
    reach: async (page) => {
      const name = await ownResort(page);
      await button(page, `Edit ${name}`).click();
      await fill(page, 'Edit Resort', { Destination: 'Elsewhere' });
      await refuse(page);
      await send(page, 'Edit Resort', 'Save Resort');
    },
    texts: ['Failed to update resort', 'Please try again'],
  },
  'Admin resorts, deleted (8)': {
    viewer: 'admin',
    reach: async (page) => {
      const name = await ownResort(page);
      await button(page, `Delete ${name}`).click();
      await send(page, 'Delete Resort', 'Delete');
    },
    texts: ['Resort deleted'],
  },
  'Admin resorts, not deleted (8)': {
    viewer: 'admin',
    reach: async (page) => {
      const name = await ownResort(page);
      await button(page, `Delete ${name}`).click();
      await page.getByRole('form', { name: 'Delete Resort' }).waitFor();
      await refuse(page);
      await send(page, 'Delete Resort', 'Delete');
    },
    texts: ['Failed to delete resort', 'Please try again'],
  },
  'Site settings, SMTP (2, Site settings; 5; 9)': {
    path: '/admin/mail',
    viewer: 'admin',
    reach: (page) => openSettings(page, smtpSettings),
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
    path: '/admin/mail',
    viewer: 'admin',
    reach: async (page) => {
      await openSettings(page, smtpSettings);
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
  'Site settings, none yet (2)': {
    path: '/admin/mail',
    viewer: 'admin',
    reach: (page) => openSettings(page, []),
    texts: [
      'All Settings (0)',
      'No SMTP settings configured yet',
      'Click "Initialize SMTP Settings" to get started',
    ],
  },
  'Site settings, none in General (2)': {
    path: '/admin/mail',
    viewer: 'admin',
    reach: async (page) => {
      await openSettings(page, []);
      await page.getByRole('tab', { name: 'General' }).click();
    },
    texts: ['No general settings configured yet'],
  },
  'Site settings, All Settings (2)': {
    path: '/admin/mail',
    viewer: 'admin',
    reach: async (page) => {
      await openSettings(page, smtpSettings);
      await page.getByRole('tab', { name: 'All Settings (7)' }).click();
    },
    texts: ['SMTP', '7 settings', 'smtp_password', 'Encrypted'],
  },
  'Site settings, Add New (2; 5; 8)': {
    path: '/admin/settings?tab=new',
    viewer: 'admin',
    reach: (page) => send(page, 'Add New Setting', 'Create Setting'),
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
  'Resort without reviews (2, Resort detail)': {
    reach: async (page) => {
      await visit(page, '/search');
      await changeAnswers(page, (answer) => emptied(answer, 'reviews'));
      await page
        .getByRole('link', { name: /View Details/ })
        .first()
        .click();
    },
    texts: ['Recent Reviews', 'No reviews yet.'],
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
