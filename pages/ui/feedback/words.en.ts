import type { FeedbackWords } from './words.js'

export const en: FeedbackWords = {
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading…',
  network: 'The server cannot be reached. Check the connection, then try again.',
  unavailable: 'The server cannot answer now. Try again in a while.',
  proxy: (status) =>
    `Something between this page and the server, such as a proxy, has answered with status ${status}. Try again in a while.`,
  tooLargeForProxy:
    'Something between this page and the server, such as a proxy, does not accept so much at once (status 413).',
  sessionEnded: 'The session has ended. Sign in again to continue.',
  forbidden: 'This account is not permitted to do that.',
  awaitingApproval: 'An administrator has to approve this account before it can be used.',
  notFound: 'It does not exist any more, or it is not yours.',
  conflict: 'It has changed in the meantime. Look at the new version, then try again.',
  rateLimited: (wait) => `Too many requests. Try again in ${wait}.`,
  limitReached: (max) => `The limit of ${max} is reached.`,
  limits: {
    messages: (max) => `The limit of ${max} messages a day is reached.`,
    tokens: (max) => `The limit of ${max} tokens a month is reached.`,
    concurrentGenerations: (max) =>
      max === '1'
        ? 'Only one reply can run at a time. Wait until it has ended.'
        : `Only ${max} replies can run at the same time. Wait until one of them has ended.`,
  },
  limitEnds: (date) => `The count starts again on ${date}.`,
  outdated: 'The server has a newer release than this page. Load the page again.',
  refused: 'The server does not accept this.',
  unexpected: 'Something went wrong on the server. Try again in a while',
  pageFault: 'Something went wrong in this page. Load the page again, then try again.',
  crashed: 'This part of the page does not work because of a fault in the page.',
  copied: 'Copied.',
  hide: 'Hide this',
}
