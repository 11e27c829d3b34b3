import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { buildSchema, isObjectType } from 'graphql'
import { tables } from '../../src/database/tables.js'

interface Shown {
  readonly types: readonly string[]
  readonly hidden: readonly string[]
}

/** The types that show rows of a table, and the columns that are not fields of them: secrets, keys, and what a field shows in another form. */
const shown: Readonly<Record<string, Shown>> = {
  users: {
    types: ['User', 'Account', 'AccountDefaults', 'Ban'],
    hidden: [
      ...['usernameKey', 'handleKey', 'emailKey', 'passwordHash', 'mailboxProved', 'addressAssigned', 'profileImageId'],
      ...['defaultInstructions', 'defaultModel'],
      ...['signInClients', 'provider', 'providerId', 'roleProvider', 'sessionVersion', 'bannedUntil', 'banReason'],
    ],
  },
  characters: { types: ['Character', 'CharacterSource'], hidden: ['nameKey', 'tagKeys', 'imageId', 'isPublic'] },
  character_likes: { types: ['Like'], hidden: ['userId', 'characterId'] },
  rooms: { types: ['ChatRoom', 'OfficeRoom'], hidden: ['roomId', 'kind', 'keptGreeting', 'testOf'] },
  generations: {
    types: ['Generation', 'ActiveGeneration'],
    hidden: [
      ...[
        'ownerId',
        'keyId',
        'searchAccess',
        'imageId',
        'timeZone',
        'interruptions',
        'errorCode',
        'promptEstimate',
        'historyEnd',
      ],
      ...['sealedAt', 'cancelledAt', 'entryIndex', 'regeneratesVersion', 'owner', 'resumeAt', 'leaseUntil'],
    ],
  },
  lorebooks: { types: ['Lorebook'], hidden: ['ownerId', 'data', 'entryIds', 'nextEntryId', 'version'] },
  personas: { types: ['Persona'], hidden: ['ownerId', 'imageId'] },
  files: {
    types: ['File'],
    hidden: [
      ...['ownerId', 'roomId', 'firstEntry', 'lastEntry', 'bytes', 'chosenEncoding', 'attempts', 'lease', 'leaseUntil'],
      'claimedAt',
    ],
  },
  log_entries: { types: ['LogEntry'], hidden: ['roomId', 'source', 'document'] },
  data_exports: {
    types: ['DataExport'],
    hidden: [
      ...['userId', 'owner', 'leaseUntil', 'attempts', 'fileKey', 'parts', 'bytes', 'done', 'total', 'linkHash'],
      ...['client', 'network', 'language'],
    ],
  },
  api_keys: {
    types: ['ApiKey'],
    hidden: ['userId', 'keyHash', 'messagesUsed', 'messagesEndsAt', 'tokensUsed', 'tokensEndsAt'],
  },
  invitations: { types: ['Invitation'], hidden: ['purpose', 'tokenHash', 'emailKey'] },
  model_usage: { types: ['DailyUsage'], hidden: ['id', 'userId', 'endsAt'] },
  audit_log: { types: ['AuditEntry'], hidden: ['searchText'] },
  installation_settings: { types: ['InstallationSetting'], hidden: [] },
  second_factors: {
    types: ['SecondFactor'],
    hidden: ['userId', 'secret', 'usedStep', 'credentialId', 'publicKey', 'counter', 'transports'],
  },
  share_links: { types: ['ShareLink'], hidden: ['ownerId', 'entries'] },
  sessions: {
    types: ['Session'],
    hidden: ['userId', 'familyHash', 'secretHash', 'previousHash', 'rotatedAt', 'keptVersion'],
  },
}

/** Tables whose rows no type shows. */
const notShown = [
  ...['terms_agreements', 'social_identities', 'character_cards', 'log_rooms', 'idempotency_keys', 'images'],
  ...['lorebook_uses', 'character_ranks', 'passages', 'passage_indexes', 'passage_postings'],
  ...['room_images', 'installation', 'instances', 'purges', 'verification_codes', 'address_proofs', 'password_resets'],
  ...['password_links', 'rate_limits', 'service_keys', 'usage_counts', 'open_completions', 'account_notices'],
  ...['recovery_codes', 'factor_challenges'],
]

const schema = buildSchema(readFileSync('schema/service.graphql', 'utf8'))
const specs = tables('sqlite').map(({ spec }) => spec)

it.each(Object.entries(shown))('each column of %s is a field or named as hidden', (table, { types, hidden }) => {
  const objects = types.map((name) => schema.getType(name)).filter(isObjectType)
  const fields = objects.flatMap((type) => Object.keys(type.getFields()))
  const columns = Object.keys(specs.find(({ name }) => name === table)?.columns ?? {})
  expect(columns.filter((column) => !fields.includes(column))).toEqual(hidden)
})

it('each table is shown or named as not shown', () => {
  expect(specs.map(({ name }) => name).sort()).toEqual([...Object.keys(shown), ...notShown].sort())
})
