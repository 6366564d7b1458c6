/** Signs the events of the sandbox of payments in every process of a test. */
export const sandboxSecret = 'another secret of the tests';
