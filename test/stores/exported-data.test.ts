import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { collectGarbage } from '@parley/testing'
import { shownColumns } from '../../src/data-exports/shown-columns.js'
import { zip } from '../../src/data-exports/zip.js'
import { tables } from '../../src/database/tables.js'
import { AuditEntryTable } from '../../src/database/tables/audit-log.js'
import { ApiKeyTable } from '../../src/database/tables/api-keys.js'
import { CharacterTable, LikeTable } from '../../src/database/tables/characters.js'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { ImageTable } from '../../src/database/tables/images.js'
import { FileTable } from '../../src/database/tables/files.js'
import { PersonaTable } from '../../src/database/tables/personas.js'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { SecondFactorTable } from '../../src/database/tables/second-factors.js'
import { SessionTable } from '../../src/database/tables/sessions.js'
import { LorebookTable } from '../../src/database/tables/lorebooks.js'
import { ShareLinkTable } from '../../src/database/tables/share-links.js'
import { SocialIdentityTable } from '../../src/database/tables/social-identities.js'
import { ModelUsageTable } from '../../src/database/tables/usage.js'
import { TermsAgreementTable, UserTable } from '../../src/database/tables/users.js'

interface Exported {
  readonly table: { readonly properties: readonly string[]; readonly options: { readonly name: string } }
  readonly hidden: readonly string[]
}

/** The exported tables, with the columns that no archive has: keys, secrets, and what is only for the server. */
const exported: Readonly<Record<keyof typeof shownColumns, Exported>> = {
  users: {
    table: UserTable,
    hidden: [
      ...['usernameKey', 'handleKey', 'emailKey', 'mailboxProved', 'addressAssigned', 'roleProvider', 'passwordHash'],
      ...['sessionVersion', 'banReason'],
    ],
  },
  agreements: { table: TermsAgreementTable, hidden: ['id', 'userId'] },
  identities: { table: SocialIdentityTable, hidden: ['id', 'userId'] },
  apiKeys: { table: ApiKeyTable, hidden: ['userId', 'keyHash'] },
  secondFactors: {
    table: SecondFactorTable,
    hidden: ['userId', 'secret', 'usedStep', 'credentialId', 'publicKey', 'counter', 'transports'],
  },
  sessions: {
    table: SessionTable,
    hidden: ['userId', 'familyHash', 'secretHash', 'previousHash', 'rotatedAt', 'keptVersion'],
  },
  modelUsage: { table: ModelUsageTable, hidden: ['userId'] },
  // it stays when the account is deleted, so no foreign key leads to it
  acts: {
    table: AuditEntryTable,
    hidden: ['actorId', 'actorKind', 'actorName', 'details', 'searchText', 'targetLabel'],
  },
  characters: { table: CharacterTable, hidden: ['ownerId', 'nameKey', 'tagKeys', 'hiddenByAdmin'] },
  likes: { table: LikeTable, hidden: ['userId'] },
  rooms: { table: RoomTable, hidden: ['ownerId', 'userId'] },
  generations: {
    table: GenerationTable,
    hidden: [
      ...[
        'ownerId',
        'keyId',
        'attempt',
        'interruptions',
        'receipt',
        'lore',
        'persona',
        'promptEstimate',
        'historyEnd',
        'sealedAt',
        'entryIndex',
      ],
      ...['cancelledAt', 'regeneratesVersion', 'owner', 'resumeAt', 'leaseUntil'],
    ],
  },
  lorebooks: { table: LorebookTable, hidden: ['ownerId', 'data', 'entryIds', 'nextEntryId', 'version'] },
  personas: { table: PersonaTable, hidden: ['ownerId'] },
  shareLinks: { table: ShareLinkTable, hidden: ['ownerId', 'entries'] },
  files: { table: FileTable, hidden: ['ownerId', 'attempts', 'lease', 'leaseUntil', 'claimedAt'] },
  images: { table: ImageTable, hidden: ['ownerId', 'claimedAt'] },
}

/** Tables of accounts that no file has: `usage.json` has the counts, the others are for the server. */
const notExported = [
  ...[
    'account_notices',
    'data_exports',
    'idempotency_keys',
    'open_completions',
    'password_links',
    'password_resets',
    'usage_counts',
  ],
  ...['recovery_codes', 'factor_challenges'],
]

it.each(Object.entries(exported))('each column of %s is exported or named as hidden', (name, { table, hidden }) => {
  const shown: readonly string[] = shownColumns[name as keyof typeof shownColumns]
  expect([...shown, ...hidden].sort()).toEqual([...table.properties].sort())
})

it('each table that belongs to accounts is exported or named as not exported', () => {
  const ofAccounts = tables('sqlite').filter(({ options }) =>
    options.foreignKeys?.some(({ target }) => target === 'users'),
  )
  const known = [...Object.values(exported).map(({ table }) => table.options.name), ...notExported]
  expect([...ofAccounts.map(({ options }) => options.name), 'users', 'audit_log'].sort()).toEqual(known.sort())
})

it('an archive keeps no file in memory that it has written', async () => {
  const written: WeakRef<object>[] = []
  let kept = Infinity
  async function* files() {
    for (let n = 0; n < 100; n += 1) {
      const content = contentOf()
      written.push(new WeakRef(content))
      yield { name: String(n), content }
    }
    await turn()
    collectGarbage()
    kept = written.filter((each) => each.deref()).length
  }
  for await (const part of zip(files())) expect(part.length).toBeGreaterThan(0)
  expect(kept).toBeLessThan(5)
})

async function* contentOf() {
  yield Buffer.from('x')
  await turn()
}
