import { readFileSync } from 'node:fs';

/**
 * Certificate of the test mail servers, for localhost and 127.0.0.1, valid until 2126. The key is
 * not secret; only tests trust the certificate.
 */
export const smtpCertificate = readFileSync('api/testing/smtpCertificate.pem', 'utf8');

export const smtpKey = readFileSync('api/testing/smtpKey.pem', 'utf8');
