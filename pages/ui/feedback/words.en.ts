import type { FeedbackWords } from './words.js'

export const en: FeedbackWords = {
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading…',
  errors: {
    NETWORK: 'The server cannot be reached. Check your connection and try again.',
    UNAVAILABLE: 'The server is not available right now. Try again in a moment.',
    UNAUTHENTICATED: 'Your session has ended. Sign in again to continue.',
    FORBIDDEN: 'Your account is not allowed to do that.',
    AWAITING_APPROVAL: 'An administrator has to approve this account before it can be used.',
    NOT_FOUND: 'It no longer exists, or it is not yours.',
    CONFLICT: 'It was changed in the meantime. Check the new version and try again.',
    DOCUMENT_NOT_TRUSTED: 'The server was updated. Reload the page.',
    PAGE_FAULT: 'Something went wrong on this page. Reload it and try again.',
  },
  proxy: (status) => `A proxy between this page and the server answered with status ${status}. Try again in a moment.`,
  tooLargeForProxy: 'A proxy between this page and the server does not accept requests this large (status 413).',
  rateLimited: (wait) => `Too many requests. Try again in ${wait}.`,
  limitReached: (max) => `You have reached the limit of ${max}.`,
  limits: {
    messages: (max) => `You have used all ${max} messages for today.`,
    tokens: (max) => `You have used all ${max} tokens for this month.`,
    concurrentGenerations: (max) =>
      max === '1'
        ? 'Only one reply can run at a time. Wait until it has ended.'
        : `Only ${max} replies can run at the same time. Wait until one of them has ended.`,
  },
  limitEnds: (date) => `The limit resets on ${date}.`,
  refused: 'The server did not accept this.',
  unexpected: 'Something went wrong on the server. Try again in a moment',
  crashed: 'Something went wrong in this part of the page.',
  copied: 'Copied.',
  hide: 'Dismiss',
}
