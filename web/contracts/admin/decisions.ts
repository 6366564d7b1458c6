export const decisions = ['verify', 'ask', 'reject'] as const;

export type Decision = (typeof decisions)[number];
