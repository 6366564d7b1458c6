/**
 * What a mail server of the tests proves itself with: for localhost and 127.0.0.1, until 2126. The key
 * is no secret, and nothing but tests trusts the certificate.
 */
export const smtpCertificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUMNSe+ldpC77FhpWwYRBd7TSxf/IwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE5NDcwNFoYDzIxMjYxMDI4
MTk0NzA0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARa2jibmnjFMVHDchy4XK3qcNvt3x8f4lMw/z6SjOeCG4xe744NDQVl
/GmvI0BSiugxIQfOp8qxfWt68E76CFZNo28wbTAdBgNVHQ4EFgQU8Qv228RzdGb9
BfzXmpQKerfPM6AwHwYDVR0jBBgwFoAU8Qv228RzdGb9BfzXmpQKerfPM6AwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgMGW2BczTKbIe6uHP4CVcTVJIfsHMiMDOjd29jtxphNECIQCQ
8Xf81Gd60VpZNeNk3RFvyseaDcjk0KkCpID5pTQg5w==
-----END CERTIFICATE-----
`;

export const smtpKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSAdqeWaxpeNl7Eae
y8tLOpHW35qQpMxX2pnK5uDO4gKhRANCAARa2jibmnjFMVHDchy4XK3qcNvt3x8f
4lMw/z6SjOeCG4xe744NDQVl/GmvI0BSiugxIQfOp8qxfWt68E76CFZN
-----END PRIVATE KEY-----
`;
