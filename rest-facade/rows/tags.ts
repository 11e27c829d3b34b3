/** The topics of the documented endpoints. */
export const tags = {
  users: 'Accounts, sign-in, profiles and membership.',
  'social login': 'Sign-in by an external identity provider.',
  sessions: 'The sessions of an account.',
  'api keys': 'API keys of the caller, for programs that use `/v1`.',
  characters: 'Characters and their visibility.',
  likes: 'One like per user and character.',
  rooms: 'Rooms with characters and with the office assistant. Each has a log in the chat-log service.',
  'room logs': 'The entries of a room, read and changed through the application service.',
  replies: 'Messages and their replies. A reply is generated even if no client follows it.',
  'chat logs': 'Rooms and entries of the chat-log service.',
  verification: 'E-mail verification codes.',
  images: 'Stored images.',
  files: 'Files of messages, with their text.',
  completions: 'Replies to conversations in the protocol of OpenAI, for programs.',
  admin: 'Endpoints for administrators.',
  tables: 'The relational store as the 0.4 line showed it.',
} as const

export type Tag = keyof typeof tags
