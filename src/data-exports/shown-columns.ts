import { characterTextNames } from '../characters/character.js'

/**
 * The columns of an archive, by table; `export-files.ts` has those of entries, cards, files and usage. A column that is
 * secret, the canonical form of another one or only for operators is in none of them; test/stores/exported-data.test.ts
 * names it.
 */
export const shownColumns = {
  users: [
    ...['id', 'username', 'handle', 'email', 'emailVerified', 'membership', 'role', 'provider', 'providerId'],
    ...['profileImageUrl', 'profileImageId', 'timeZone', 'signInClients', 'bannedAt', 'bannedUntil'],
    ...['defaultInstructions', 'defaultModel', 'language', 'theme'],
    ...['awaitingApprovalSince', 'createdAt', 'updatedAt'],
  ],
  agreements: ['eulaAgreed', 'privacyAgreed', 'marketingAgreed', 'agreedAt', 'ipAddress'],
  identities: ['provider', 'subject', 'provedEmail', 'createdAt', 'signedInAt'],
  apiKeys: [
    ...[
      'id',
      'name',
      'prefix',
      'scopes',
      'createdAt',
      'lastUsedAt',
      'expiresAt',
      'models',
      'messagesPerDay',
      'tokensPerMonth',
    ],
    ...['messagesUsed', 'messagesEndsAt', 'tokensUsed', 'tokensEndsAt'],
  ],
  secondFactors: ['id', 'kind', 'name', 'createdAt', 'lastUsedAt'],
  sessions: ['id', 'userAgent', 'createdAt', 'confirmedAt', 'lastUsedAt', 'expiresAt'],
  modelUsage: ['id', 'endsAt', 'model', 'messages', 'tokens'],
  /** Without the names of others. */
  acts: ['id', 'occurredAt', 'action', 'ipAddress', 'targetKind', 'targetId'],
  characters: [
    ...['id', 'name', 'nickname', ...characterTextNames, 'alternateGreetings', 'systemPrompt'],
    ...['postHistoryInstructions', 'depthNote', 'tags', 'imageUrl', 'imageId'],
    ...['isPublic', 'hiddenReason', 'createdAt', 'updatedAt'],
  ],
  personas: ['id', 'name', 'description', 'imageId', 'isDefault', 'createdAt', 'updatedAt'],
  likes: ['id', 'characterId', 'createdAt'],
  rooms: [
    ...[
      'id',
      'roomId',
      'kind',
      'characterId',
      'greetingIndex',
      'keptGreeting',
      'personaId',
      'name',
      'proposedTitle',
      'roomType',
      'instructions',
      'model',
    ],
    ...[
      'sampling',
      'acceptsFiles',
      'archivedAt',
      'pinnedAt',
      'replyCount',
      'readReplies',
      'testOf',
      'createdAt',
      'updatedAt',
    ],
  ],
  generations: [
    ...[
      'id',
      'roomId',
      'regeneratesIndex',
      'continuesFrom',
      'message',
      'sender',
      'imageId',
      'attachments',
      'model',
      'searchAccess',
      'status',
    ],
    ...['errorCode', 'timeZone', 'text', 'thoughts', 'thoughtsMs', 'webSearch', 'sources', 'finishReason'],
    ...['createdAt', 'finishedAt'],
  ],
  lorebooks: ['id', 'characterId', 'name', 'inEveryChatRoom', 'createdAt', 'updatedAt'],
  /** Without the copies, which are at the addresses of the links. */
  shareLinks: ['id', 'roomId', 'title', 'character', 'entryCount', 'createdAt'],
  /** `roomId` is the `id` of the room. */
  files: [
    ...['id', 'roomId', 'firstEntry', 'lastEntry', 'name', 'mediaType', 'bytes', 'state', 'format', 'encoding'],
    ...['encodingIsGuess', 'chosenEncoding', 'pages', 'characters', 'missing', 'reason', 'createdAt'],
  ],
  images: ['id', 'contentType', 'bytes', 'width', 'height', 'createdAt'],
} as const
