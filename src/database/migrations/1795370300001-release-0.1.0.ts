import { randomUUID } from 'node:crypto'
import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm'
import { column, createTable, type TableSpec } from '@parley/statements'

const tables: readonly TableSpec<Record<string, unknown>>[] = [
  {
    name: 'users',
    columns: {
      id: column.id(),
      username: column.text(100),
      usernameKey: column.text(400),
      email: column.text(100),
      emailKey: column.text(400),
      passwordHash: column.text(255, { nullable: true, name: 'password' }),
      membership: column.text(10, { default: 'BASIC', name: 'membership_type' }),
      emailVerified: column.flag({ default: false }),
      profileImageUrl: column.text(500, { nullable: true }),
      provider: column.text(50, { nullable: true }),
      providerId: column.text(100, { nullable: true }),
      role: column.text(10, { default: 'USER' }),
      sessionVersion: column.count({ default: 0 }),
      createdAt: column.instant(),
      updatedAt: column.instant(),
    },
    unique: [['usernameKey'], ['emailKey'], ['provider', 'providerId']],
    indices: [{ columns: ['updatedAt'] }],
  },
  {
    name: 'terms_agreements',
    columns: {
      id: column.id(),
      userId: column.ref(),
      eulaAgreed: column.flag(),
      privacyAgreed: column.flag(),
      marketingAgreed: column.flag({ default: false }),
      agreedAt: column.instant(),
      ipAddress: column.text(45, { nullable: true }),
    },
    indices: [{ columns: ['userId'] }],
    references: [{ column: 'userId', table: 'users' }],
  },
  {
    name: 'characters',
    columns: {
      id: column.id(),
      name: column.text(100),
      nameKey: column.text(),
      greeting: column.text(undefined, { nullable: true }),
      context: column.text(undefined, { nullable: true }),
      imageUrl: column.text(500, { nullable: true }),
      isPublic: column.flag({ default: true, name: 'access_level' }),
      ownerId: column.ref({ nullable: true, name: 'user_id' }),
      createdAt: column.instant(),
      updatedAt: column.instant(),
    },
    indices: [{ columns: ['ownerId'] }, { columns: ['isPublic', 'id'] }],
    references: [{ column: 'ownerId', table: 'users' }],
  },
  {
    name: 'character_likes',
    columns: { id: column.id(), userId: column.ref(), characterId: column.ref(), createdAt: column.instant() },
    unique: [['userId', 'characterId']],
    indices: [{ columns: ['characterId'] }],
    references: [
      { column: 'userId', table: 'users' },
      { column: 'characterId', table: 'characters' },
    ],
  },
  {
    name: 'rooms',
    columns: {
      id: column.id(),
      roomId: column.text(36),
      kind: column.text(10),
      ownerId: column.ref({ nullable: true }),
      userId: column.text(100),
      characterId: column.ref({ nullable: true }),
      name: column.text(200, { nullable: true, name: 'room_name' }),
      roomType: column.text(50, { nullable: true }),
      createdAt: column.instant(),
      updatedAt: column.instant(),
    },
    unique: [['roomId']],
    indices: [{ columns: ['ownerId', 'id'] }, { columns: ['characterId'] }],
    references: [
      { column: 'ownerId', table: 'users' },
      { column: 'characterId', table: 'characters' },
    ],
  },
  {
    name: 'log_rooms',
    columns: {
      id: column.text(36, { primary: true }),
      kind: column.text(10),
      userId: column.text(50),
      lastIndex: column.count({ default: 0 }),
      createdAt: column.instant(),
    },
    indices: [{ columns: ['kind', 'userId'] }],
  },
  {
    name: 'log_entries',
    columns: {
      id: column.id(),
      roomId: column.text(36),
      index: column.count({ name: 'entry_index' }),
      source: column.text(400, { nullable: true }),
      document: column.json(),
    },
    unique: [
      ['roomId', 'index'],
      ['roomId', 'source'],
    ],
    references: [{ column: 'roomId', table: 'log_rooms' }],
  },
  {
    name: 'generations',
    columns: {
      id: column.text(36, { primary: true }),
      roomId: column.text(36),
      ownerId: column.ref(),
      message: column.text(),
      model: column.text(100),
      searchAccess: column.flag({ default: false }),
      status: column.text(10),
      attempt: column.count({ default: 1 }),
      text: column.text(),
      errorCode: column.text(30, { nullable: true }),
      receipt: column.json({ nullable: true }),
      sealedAt: column.instant({ nullable: true }),
      entryIndex: column.count({ nullable: true }),
      leaseUntil: column.instant(),
      createdAt: column.instant(),
      finishedAt: column.instant({ nullable: true }),
    },
    indices: [
      // at most one active generation in a room, even with concurrent callers and instances
      { columns: ['roomId'], uniqueWhere: "status IN ('QUEUED', 'RUNNING')" },
      { columns: ['roomId', 'createdAt'] },
      { columns: ['status', 'leaseUntil'] },
    ],
    references: [{ column: 'ownerId', table: 'users' }],
  },
  {
    name: 'idempotency_keys',
    columns: {
      id: column.id(),
      callerId: column.ref(),
      operation: column.text(50),
      key: column.text(255),
      bodyHash: column.text(64),
      resultId: column.text(100),
      createdAt: column.instant(),
    },
    unique: [['callerId', 'operation', 'key']],
    indices: [{ columns: ['createdAt'] }],
    references: [{ column: 'callerId', table: 'users' }],
  },
  {
    name: 'social_identities',
    columns: {
      id: column.id(),
      userId: column.ref(),
      provider: column.text(50),
      subject: column.text(255),
      createdAt: column.instant(),
    },
    unique: [['provider', 'subject']],
    indices: [{ columns: ['userId'] }],
    references: [{ column: 'userId', table: 'users' }],
  },
  {
    name: 'images',
    columns: {
      id: column.text(64, { primary: true }),
      ownerId: column.ref(),
      contentType: column.text(20),
      bytes: column.count(),
      width: column.count(),
      height: column.count(),
      createdAt: column.instant(),
      claimedAt: column.instant(),
    },
    indices: [{ columns: ['ownerId'] }, { columns: ['claimedAt'] }],
    references: [{ column: 'ownerId', table: 'users' }],
  },
  { name: 'installation', columns: { id: column.text(36, { primary: true }) } },
  {
    name: 'purges',
    columns: {
      id: column.id(),
      kind: column.text(20),
      target: column.text(255),
      createdAt: column.instant(),
      attempts: column.count({ default: 0 }),
      dueAt: column.instant(),
      lease: column.text(36),
      leaseUntil: column.instant(),
    },
    unique: [['kind', 'target']],
    indices: [{ columns: ['dueAt'] }, { columns: ['lease'] }],
  },
  {
    name: 'rate_limits',
    columns: { key: column.text(100, { primary: true }), points: column.count(), expiresAt: column.instant() },
    indices: [{ columns: ['expiresAt'] }],
  },
  {
    name: 'service_keys',
    columns: {
      key: column.text(64, { primary: true }),
      bodyHash: column.text(64),
      resultId: column.text(100),
      createdAt: column.instant(),
    },
    indices: [{ columns: ['createdAt'] }],
  },
  {
    name: 'verification_codes',
    columns: {
      id: column.id(),
      emailKey: column.text(400),
      type: column.text(20),
      email: column.text(100),
      codeHash: column.text(64, { nullable: true }),
      attempts: column.count({ default: 0 }),
      sentAt: column.instant(),
      expiresAt: column.instant(),
    },
    unique: [['emailKey', 'type']],
    indices: [{ columns: ['expiresAt'] }],
  },
  {
    name: 'address_proofs',
    columns: { id: column.id(), emailKey: column.text(400), email: column.text(100), expiresAt: column.instant() },
    unique: [['emailKey']],
    indices: [{ columns: ['expiresAt'] }],
  },
  {
    name: 'password_resets',
    columns: {
      id: column.id(),
      userId: column.ref(),
      emailKey: column.text(400),
      tokenHash: column.text(64),
      expiresAt: column.instant(),
    },
    unique: [['tokenHash']],
    indices: [{ columns: ['userId'] }, { columns: ['expiresAt'] }],
    references: [{ column: 'userId', table: 'users' }],
  },
  {
    name: 'api_keys',
    columns: {
      id: column.id(),
      userId: column.ref(),
      name: column.text(100),
      prefix: column.text(20),
      keyHash: column.text(64),
      createdAt: column.instant(),
      lastUsedAt: column.instant({ nullable: true }),
      expiresAt: column.instant({ nullable: true }),
    },
    unique: [['keyHash']],
    indices: [{ columns: ['userId'] }],
    references: [{ column: 'userId', table: 'users' }],
  },
  {
    name: 'usage_counts',
    columns: {
      id: column.id(),
      userId: column.ref(),
      measure: column.text(10),
      endsAt: column.instant(),
      used: column.count(),
    },
    unique: [['userId', 'measure', 'endsAt']],
    indices: [{ columns: ['endsAt'] }],
    references: [{ column: 'userId', table: 'users' }],
  },
  {
    name: 'open_completions',
    columns: {
      id: column.text(36, { primary: true }),
      userId: column.ref(),
      tokens: column.count({ default: 0 }),
      leaseUntil: column.instant(),
    },
    indices: [{ columns: ['userId'] }, { columns: ['leaseUntil'] }],
    references: [{ column: 'userId', table: 'users' }],
  },
  {
    name: 'sessions',
    columns: {
      id: column.text(36, { primary: true }),
      userId: column.ref(),
      familyHash: column.text(43),
      secretHash: column.text(43),
      previousHash: column.text(43, { nullable: true }),
      rotatedAt: column.instant({ nullable: true }),
      userAgent: column.text(255, { nullable: true }),
      createdAt: column.instant(),
      lastUsedAt: column.instant(),
      expiresAt: column.instant(),
    },
    unique: [['familyHash']],
    indices: [{ columns: ['userId', 'lastUsedAt'] }, { columns: ['expiresAt'] }],
    references: [{ column: 'userId', table: 'users' }],
  },
]

// in SQL and in this order, as in data of 0.1.0: SQLite keeps the text of each table
const addedColumns = (no: '0' | 'false') => [
  'log_rooms ADD COLUMN source varchar(400)',
  'users ADD COLUMN profile_image_id varchar(64)',
  'characters ADD COLUMN image_id varchar(64)',
  `characters ADD COLUMN hidden_by_admin boolean NOT NULL DEFAULT ${no}`,
  'users ADD COLUMN userid varchar(50)',
  'users ADD COLUMN userid_key varchar(400)',
  'purges ADD COLUMN last_error varchar(30)',
  "installation ADD COLUMN chat_log_store varchar(20) NOT NULL DEFAULT 'embedded'",
  'generations ADD COLUMN regenerates_index bigint',
  'generations ADD COLUMN regenerates_version bigint',
  'generations ADD COLUMN prompt_estimate bigint NOT NULL DEFAULT 0',
  'users ADD COLUMN banned_at bigint',
  'users ADD COLUMN banned_until bigint',
  'users ADD COLUMN ban_reason varchar(500)',
]

const addedIndices = [
  { table: 'log_rooms', columnNames: ['kind', 'user_id', 'source'], isUnique: true },
  { table: 'users', columnNames: ['profile_image_id'] },
  { table: 'characters', columnNames: ['image_id'] },
  { table: 'rooms', columnNames: ['user_id'] },
  { table: 'generations', columnNames: ['owner_id'] },
  { table: 'characters', columnNames: ['created_at', 'id'] },
  { table: 'users', columnNames: ['userid_key'], isUnique: true },
]

/** Creates the schema of 0.1.0 in place of its 25 migrations, with the name of their last, so that it does not run on data of 0.1.0. */
export class AddUserBan1795370300001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables) await createTable(queryRunner, table)
    const no = queryRunner.manager.dataSource.options.type === 'postgres' ? 'false' : '0'
    for (const addition of addedColumns(no)) await queryRunner.query(`ALTER TABLE ${addition}`)
    for (const { table, columnNames, isUnique = false } of addedIndices) {
      const name = `${isUnique ? 'uq' : 'ix'}_${table}_${columnNames.join('_')}`
      await queryRunner.createIndex(table, new TableIndex({ name, columnNames, isUnique }))
    }
    await queryRunner.query(`INSERT INTO installation (id) VALUES ('${randomUUID()}')`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { name } of tables.toReversed()) await queryRunner.dropTable(name)
  }
}
