interface SpecPage {
  path: string;
  viewer?: 'signedOut' | 'signedIn';
  /** In the order in which they stand on the page. */
  texts: readonly string[];
}

/** The texts that SPEC.md gives, by page (sections 2 and 8). */
export const specTexts: Record<string, SpecPage> = {
  'Home (2, Home)': {
    path: '/',
    texts: [
      "The World's Largest Timeshare Marketplace",
      'Join the most trusted timeshare community',
      ...['Disney', 'Thanksgiving', 'Las Vegas', 'Aruba', 'Hawaii', 'Mexico', 'California'],
      'and more',
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
      'timeshare rentals available',
      'Starting at',
      '/night',
      'View Details →',
      'Top Resorts',
      'Most popular destinations from our community',
      'View All Resorts',
      "Our Community's Favorite Destinations",
      ...['Florida', 'California', 'South Carolina', 'Hawaii', 'Mexico', 'Aruba'],
      'What Our Community Says',
      'Members since',
      'Join the most trusted Timeshare community',
      'Register for free!',
      'No credit card required • Instant access • Cancel anytime',
    ],
  },
  'Header and footer (2)': {
    path: '/contact',
    texts: [
      ...['Browse', 'Rent', 'Buy', 'Sell', 'Forums', 'Sign In', 'Register Free'],
      ...['For Travelers', 'Browse Rentals', 'Search Resorts', 'Destinations', 'Travel Tips'],
      ...['For Owners', 'List Your Timeshare', 'Sell Your Timeshare', 'Owner Resources'],
      ...['Support', 'Help Center', 'Safety & Trust', 'Terms of Service', 'Contact Us', '2024'],
    ],
  },
  'All Resorts (2, Search)': {
    path: '/search',
    texts: [
      'All Resorts',
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
    texts: ['Search Results', 'results found'],
  },
  'No results (2, Search)': {
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
  'Sign in (2, Auth)': {
    path: '/auth',
    texts: [
      "The world's largest timeshare marketplace",
      'Sign In',
      'Register',
      'Terms of Service',
      'Privacy Policy',
    ],
  },
  'Register (2, Auth)': {
    path: '/auth?mode=register',
    texts: [
      "The world's largest timeshare marketplace",
      'Sign In',
      'Register',
      'Terms of Service',
      'Privacy Policy',
    ],
  },
  'Dashboard (2)': {
    path: '/dashboard',
    viewer: 'signedIn',
    texts: [
      'Welcome back, Marina',
      ...['Search Rentals', 'Browse Resorts', 'Saved Searches', 'Account Settings'],
      'Profile',
      'Edit Profile',
      'My Bookings',
      'No bookings yet',
      'Favorites',
      'No favorites yet',
      'My Property',
      'Sell or Rent My Property',
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
      'Back to Home',
    ],
  },
  'Contact (2)': {
    path: '/contact',
    texts: [
      '24 hours',
      'Monday to Friday',
      '9 AM to 6 PM EST',
      'Saturday',
      '10 AM to 4 PM EST',
      ...['Travelers', 'Owners', 'Escrow Services', 'Technical Support'],
      'How do I list my timeshare?',
      'Are bookings secure?',
      'What are the fees?',
      'Contact us',
      'Back to Home',
    ],
  },
  'Unknown address (2)': { path: '/nowhere/at/all', texts: ['Page Not Found'] },
  'Unknown resort (8)': {
    path: '/resort/00000000-0000-7000-8000-000000000000',
    texts: ['Resort not found', "The resort you're looking for doesn't exist."],
  },
};

/** Of any one resort (2, Resort detail). */
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
