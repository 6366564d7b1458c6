import { readFileSync } from 'node:fs';

/**
 * What a mail server of the tests proves itself with: for localhost and 127.0.0.1, until 2126. The key
 * is no secret, and nothing but tests trusts the certificate.
 */
export const smtpCertificate = readFileSync('api/testing/smtpCertificate.pem', 'utf8');

export const smtpKey = readFileSync('api/testing/smtpKey.pem', 'utf8');
