/** The topics of the documented endpoints. */
export const tags = {
  users: 'Accounts, sign-in, profiles and membership.',
  'social login': 'Sign-in by an external identity provider.',
  sessions: 'The sessions of an account.',
  'api keys': "Credentials of the caller's programs for `/v1`.",
  characters: 'Characters and their visibility.',
  likes: 'One like per user and character.',
  rooms: 'Records of character and office chat rooms. Each has a room of the chat-log service.',
  'room logs': 'The entries of a room, by way of the application service.',
  replies: 'Messages and their replies, which are generated whether or not a client watches.',
  'chat logs': 'Rooms and entries of the chat-log service.',
  verification: 'E-mail verification codes.',
  images: 'Stored images.',
  completions: "Replies to conversations of programs, in OpenAI's protocol.",
  admin: 'What only administrators may see or do.',
  tables: 'The relational store as the 0.4 line showed it.',
} as const

export type Tag = keyof typeof tags
