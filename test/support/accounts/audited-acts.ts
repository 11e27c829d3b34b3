import { expect } from '@jest/globals'
import type { AuditAction } from '../../../src/audit/audit-entry.js'
import { codeOf } from './authenticator-app.js'
import { at, type Person } from '../app/person.js'
import type { RoomScene } from '../rooms/room-scene.js'

/** What an act needs: a scene, and a person that it may change or end. */
export interface AuditScene extends Pick<RoomScene, 'people' | 'roomId' | 'characterId'> {
  readonly person: Person
  /** Runs a mutation as the administrator. */
  readonly act: (document: string) => Promise<unknown>
  /** Runs a mutation as the operator. */
  readonly serve: (document: string) => Promise<unknown>
  /** Begins a reply in the room, which does not end by itself; returns its id. */
  readonly begin: () => Promise<string>
}

interface AuditedAct {
  readonly run: (scene: AuditScene) => Promise<unknown>
  /** The actions that it records. */
  readonly records: readonly AuditAction[]
  /** The values that the last of them has. */
  readonly details?: (scene: AuditScene) => Readonly<Record<string, unknown>>
}

const addressOf = ({ username }: Person) => `"${username}@example.com"`
const keyOf = async ({ serve, person }: AuditScene) => {
  const made = await serve(`createApiKeyFor(input: { accountId: ${person.id}, name: "script" }) { apiKey { id } }`)
  return at(made, 'createApiKeyFor', 'apiKey', 'id')
}

/** A change of the room of another account. */
const roomChange = (part: string, document: (scene: AuditScene) => string): AuditedAct => ({
  run: (scene) => scene.act(document(scene)),
  records: ['ROOM_CHANGED'],
  details: ({ people }) => ({ ownerId: people.ada.id, part }),
})

/** Every mutation that only administrators or the operator can use, and those that do more for an administrator. */
export const auditedActs: Readonly<Record<string, AuditedAct>> = {
  banUser: {
    run: ({ act, person }) => act(`banUser(id: ${person.id}, reason: "s3cr3t-marker") { account { id } }`),
    records: ['ACCOUNT_BANNED'],
    details: () => ({ until: null }),
  },
  unbanUser: {
    run: async ({ act, person }) => {
      await act(`banUser(id: ${person.id}) { account { id } }`)
      await act(`unbanUser(id: ${person.id}) { account { id } }`)
    },
    records: ['ACCOUNT_BANNED', 'BAN_LIFTED'],
  },
  setUserRole: {
    run: ({ act, person }) => act(`setUserRole(id: ${person.id}, role: ADMIN) { account { id } }`),
    records: ['ROLE_CHANGED'],
    details: () => ({ from: 'USER', to: 'ADMIN' }),
  },
  removeSecondFactors: {
    run: async ({ act, person }) => {
      const { startTotp } = await person.data('mutation { startTotp { challenge secret } }')
      const { challenge, secret } = startTotp as { challenge: string; secret: string }
      const input = { challenge, code: codeOf(secret, Date.now()), name: 's3cr3t-marker' }
      await person.data('mutation ($input: AddTotpInput!) { addTotp(input: $input) { factor { id } } }', { input })
      await act(`removeSecondFactors(accountId: ${person.id}) { removed }`)
    },
    records: ['SECOND_FACTORS_REMOVED'],
  },
  setUserMembership: {
    run: ({ act, person }) => act(`setUserMembership(id: ${person.id}, membership: VIP) { account { id } }`),
    records: ['MEMBERSHIP_CHANGED'],
    details: () => ({ from: 'BASIC', to: 'VIP' }),
  },
  createPasswordLink: {
    run: ({ act, person }) => act(`createPasswordLink(input: { accountId: ${person.id} }) { url }`),
    records: ['PASSWORD_LINK_CREATED'],
  },
  setVisibility: {
    run: async ({ act, characterId }) => {
      await act(`setVisibility(characterId: ${characterId}, visibility: PRIVATE) { character { id } }`)
      await act(`setVisibility(characterId: ${characterId}, visibility: PUBLIC) { character { id } }`)
    },
    records: ['CHARACTER_HIDDEN', 'CHARACTER_RESTORED'],
    details: ({ people }) => ({ ownerId: people.author.id }),
  },
  updateCharacter: {
    run: ({ act, characterId }) =>
      act(`updateCharacter(id: ${characterId}, input: { name: "Ada", context: "s3cr3t-marker" }) { character { id } }`),
    records: ['CHARACTER_CHANGED'],
    details: ({ people }) => ({ ownerId: people.author.id, fields: 'name,context' }),
  },
  createAccount: {
    run: ({ act, roomId }) =>
      act(
        `createAccount(input: { username: "made ${roomId}", email: "made-${roomId}@example.com", membership: VIP }) { account { id } }`,
      ),
    records: ['ACCOUNT_CREATED'],
    details: () => ({ role: 'USER', membership: 'VIP', invitation: null }),
  },
  signOutAccount: {
    run: async (scene) => {
      await keyOf(scene)
      await scene.act(`signOutAccount(id: ${scene.person.id}, revokeApiKeys: true) { account { id } }`)
    },
    records: ['API_KEY_CREATED', 'SESSIONS_ENDED'],
    details: () => ({ sessionId: null, revokedKeys: '1' }),
  },
  hideCharacter: {
    run: ({ act, characterId }) =>
      act(`hideCharacter(input: { id: ${characterId}, reason: "s3cr3t-marker" }) { character { id } }`),
    records: ['CHARACTER_HIDDEN'],
    details: ({ people }) => ({ ownerId: people.author.id }),
  },
  restoreCharacter: {
    run: async ({ act, characterId }) => {
      await act(`hideCharacter(input: { id: ${characterId}, reason: "spam" }) { character { id } }`)
      await act(`restoreCharacter(id: ${characterId}) { character { id } }`)
    },
    records: ['CHARACTER_HIDDEN', 'CHARACTER_RESTORED'],
    details: ({ people }) => ({ ownerId: people.author.id }),
  },
  cancelGeneration: {
    run: async ({ act, begin }) => act(`cancelGeneration(id: "${await begin()}") { generation { id } }`),
    records: ['REPLY_CANCELLED'],
    details: ({ people, roomId }) => ({ ownerId: people.ada.id, roomId }),
  },
  cancelActiveGeneration: {
    run: async ({ serve, begin }) => serve(`cancelActiveGeneration(id: "${await begin()}")`),
    records: ['REPLY_CANCELLED'],
    details: ({ people, roomId }) => ({ ownerId: people.ada.id, roomId }),
  },
  setInstallationSetting: {
    run: async ({ act }) => {
      await act('setInstallationSetting(input: { name: REGISTRATION, value: "closed" }) { setting { name } }')
      await act('setInstallationSetting(input: { name: REGISTRATION, value: null }) { setting { name } }')
    },
    records: ['SETTING_CHANGED', 'SETTING_CHANGED'],
    details: () => ({ from: 'closed', to: null }),
  },
  setModelSettings: {
    run: async ({ act }) => {
      await act(
        'setModelSettings(input: { model: "Local", label: "House", memberships: [VIP] }) { settings { label } }',
      )
      await act('setModelSettings(input: { model: "Local", label: null, memberships: null }) { settings { label } }')
    },
    records: ['MODEL_CHANGED', 'MODEL_CHANGED'],
    details: () => ({
      ...{ labelBefore: 'House', labelAfter: 'Local' },
      ...{ membershipsBefore: 'VIP', membershipsAfter: 'BASIC,VIP' },
    }),
  },
  repair: {
    run: ({ act, roomId }) =>
      act(`repair(input: { part: RECORDS, kind: RECORD_WITHOUT_LOG, subject: "${roomId}" }) { repaired }`),
    records: ['FINDING_REPAIRED'],
    details: () => ({ part: 'records', kind: 'record-without-log' }),
  },
  createInvitation: {
    run: ({ act }) => act('createInvitation(input: { email: "invited@example.com" }) { url }'),
    records: ['INVITATION_CREATED'],
    details: () => ({ role: 'USER', membership: 'BASIC', maxUses: '1', expiresAt: expect.any(String) }),
  },
  revokeInvitation: {
    run: async ({ act }) => {
      const id = at(
        await act('createInvitation(input: {}) { invitation { id } }'),
        'createInvitation',
        'invitation',
        'id',
      )
      await act(`revokeInvitation(id: ${id}) { revokedInvitationId }`)
    },
    records: ['INVITATION_CREATED', 'INVITATION_REVOKED'],
    details: () => ({ uses: '0' }),
  },
  approveAccount: {
    run: async ({ act, roomId }) => {
      const set = (value: string) =>
        act(`setInstallationSetting(input: { name: REGISTRATION, value: ${value} }) { __typename }`)
      await set('"approval"')
      const input = `username: "waits ${roomId}", email: "${roomId}@wait.example", password: "s3cr3t-marker"`
      const made = await act(`register(input: { ${input}, eulaAgreed: true, privacyAgreed: true }) { account { id } }`)
      await set('null')
      await act(`approveAccount(id: ${at(made, 'register', 'account', 'id')}) { account { id } }`)
    },
    records: ['SETTING_CHANGED', 'SETTING_CHANGED', 'ACCOUNT_APPROVED'],
  },
  // refused here, where there is an administrator; test/accounts/set-up-link.test.ts has its record
  createSetUpLink: { run: ({ serve }) => serve('createSetUpLink').catch(() => undefined), records: [] },
  createAdmin: {
    run: ({ serve, roomId }) =>
      serve(
        `createAdmin(input: { username: "chief ${roomId}", email: "${roomId}@example.com", password: "s3cr3t-marker" }) { admin { isAdmin } }`,
      ),
    records: ['ACCOUNT_CREATED'],
    details: () => ({ role: 'ADMIN', membership: 'BASIC', invitation: null }),
  },
  setRole: {
    run: ({ serve, person }) => serve(`setRole(input: { email: ${addressOf(person)}, role: ADMIN }) { changed }`),
    records: ['ROLE_CHANGED'],
    details: () => ({ from: 'USER', to: 'ADMIN' }),
  },
  endSessions: {
    run: ({ serve, person }) => serve(`endSessions(accountId: ${person.id})`),
    records: ['SESSIONS_ENDED'],
    details: () => ({ sessionId: null, revokedKeys: '0' }),
  },
  createApiKeyFor: { run: keyOf, records: ['API_KEY_CREATED'] },
  updateApiKeyOf: {
    run: async (scene) =>
      scene.serve(
        `updateApiKeyOf(accountId: ${scene.person.id}, id: ${await keyOf(scene)}, input: { name: "other" }) { id }`,
      ),
    records: ['API_KEY_CREATED', 'API_KEY_CHANGED'],
  },
  revokeApiKeyOf: {
    run: async (scene) => scene.serve(`revokeApiKeyOf(accountId: ${scene.person.id}, id: ${await keyOf(scene)})`),
    records: ['API_KEY_CREATED', 'API_KEY_REVOKED'],
  },
  setQueuePaused: {
    run: ({ serve }) => serve('setQueuePaused(paused: false) { kind }'),
    records: ['QUEUE_RESUMED', 'QUEUE_RESUMED'],
  },
  updateRoom: roomChange(
    'settings',
    ({ roomId }) => `updateRoom(id: "${roomId}", input: { name: "s3cr3t-marker" }) { room { id } }`,
  ),
  saveLogEntry: roomChange(
    'log',
    ({ roomId }) =>
      `saveLogEntry(input: { roomId: "${roomId}", inputData: "s3cr3t-marker", outputData: "b" }) { entry { index } }`,
  ),
  updateLogEntry: roomChange(
    'log',
    ({ roomId }) =>
      `updateLogEntry(input: { roomId: "${roomId}", index: 2, inputData: "a", outputData: "b" }) { entry { index } }`,
  ),
  deleteLogEntry: roomChange('log', ({ roomId }) => `deleteLogEntry(roomId: "${roomId}", index: 1) { deletedIndex }`),
  chooseAlternative: roomChange(
    'log',
    ({ roomId }) => `chooseAlternative(roomId: "${roomId}", index: 4, alternative: 1) { entry { index } }`,
  ),
  truncateLog: roomChange('log', ({ roomId }) => `truncateLog(roomId: "${roomId}", fromIndex: 2) { deletedFromIndex }`),
  sendMessage: roomChange(
    'reply',
    ({ roomId }) => `sendMessage(input: { roomId: "${roomId}", text: "s3cr3t-marker" }) { generation { id } }`,
  ),
  regenerate: roomChange('reply', ({ roomId }) => `regenerate(roomId: "${roomId}", index: 4) { generation { id } }`),
  continueReply: roomChange(
    'reply',
    ({ roomId }) => `continueReply(roomId: "${roomId}", index: 4) { generation { id } }`,
  ),
  deleteRoom: {
    run: ({ act, roomId }) => act(`deleteRoom(id: "${roomId}") { deletedRoomId }`),
    records: ['ROOM_DELETED'],
    details: ({ people }) => ({ ownerId: people.ada.id }),
  },
  deleteCharacter: {
    run: ({ act, characterId }) => act(`deleteCharacter(id: ${characterId}) { deletedCharacterId }`),
    records: ['CHARACTER_DELETED'],
    details: ({ people }) => ({ ownerId: people.author.id }),
  },
  deleteAccount: {
    run: ({ act, person }) => act(`deleteAccount(id: ${person.id}) { deletedAccountId }`),
    records: ['ACCOUNT_DELETED'],
  },
  deleteAccountOf: {
    run: ({ serve, person }) => serve(`deleteAccountOf(accountId: ${person.id})`),
    records: ['ACCOUNT_DELETED'],
  },
}

/** Mutations of the chat-log service, which programs call: they act on rooms of their own. */
export const actsOfPrograms: readonly string[] = [
  'createLogRoom',
  'saveLogRoomEntry',
  'updateLogRoomEntry',
  'deleteLogRoomEntry',
  'deleteLogRoom',
]

/** Mutations of every account that do more for an administrator. */
export const sharedActs: readonly string[] = [
  'cancelGeneration',
  'chooseAlternative',
  'continueReply',
  'deleteAccount',
  'deleteCharacter',
  'deleteLogEntry',
  'deleteRoom',
  'regenerate',
  'saveLogEntry',
  'sendMessage',
  'truncateLog',
  'updateCharacter',
  'updateLogEntry',
  'updateRoom',
]
