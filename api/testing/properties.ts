import fc from 'fast-check';

// Searching for the smallest counterexample with a database takes hours, and memory without bound.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
