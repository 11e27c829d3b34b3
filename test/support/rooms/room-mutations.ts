import type { ReplyProgress } from '../../../src/ports/reply-generator/reply-generator.js'
import { stall } from '../replies/tapped-generator.js'
import { at, password, type Person } from '../app/person.js'
import { watch } from '../app/watch.js'
import type { RoomScene } from './room-scene.js'

/** The effect of a mutation on a followed room. */
export interface RoomMutation {
  /** Runs before the client follows. */
  readonly before?: (scene: RoomScene) => Promise<unknown>
  readonly act: (scene: RoomScene) => Promise<unknown>
  /** The kinds of events that followers receive, in any order and number; none when the room does not change. */
  readonly publishes: readonly string[]
  /** Whether an account no longer exists afterwards. */
  readonly endsAccounts?: true
}

const changes = (kind: string, act: RoomMutation['act']): RoomMutation => ({ act, publishes: [kind, 'RoomChanged'] })
const leaves = (act: RoomMutation['act']): RoomMutation => ({ act, publishes: [] })
const ends = (act: RoomMutation['act']): RoomMutation => ({ act, publishes: ['RoomDeleted'] })
const image = 'https://img.example/thumbnail?id=a_B-9'
const turn = `inputData: "a", outputData: "b", imgUrl: "${image}"`
const unusedAddress = 'email: "nobody@example.com"'

/** Starts a reply that runs until it is cancelled. */
async function beginReply({ tap, people, roomId }: RoomScene): Promise<void> {
  tap.next = stall({ kind: 'started' })
  await watch(people.ada, await people.ada.say(roomId), undefined, ({ status }) => status === 'RUNNING')
}

async function activeIn({ people, roomId: id }: RoomScene): Promise<string> {
  const query = 'query ($id: ID!) { room(id: $id) { activeGeneration { id } } }'
  const { room } = (await people.ada.data(query, { id })) as { room: { activeGeneration: { id: string } } }
  return room.activeGeneration.id
}

async function newestIn({ people, roomId: id }: RoomScene): Promise<string> {
  const query = 'query ($id: ID!) { room(id: $id) { generations(first: 1) { nodes { id } } } }'
  return at(await people.ada.data(query, { id }), 'room', 'generations', 'nodes', 0, 'id')
}

async function* failing(): AsyncGenerator<ReplyProgress> {
  yield { kind: 'end', outcome: 'failed', reason: 'generation_failed' }
}

/** Gives the entry at index 4 a second reply. */
async function regenerated(scene: RoomScene): Promise<void> {
  await scene.do('regenerate(roomId: $roomId, index: 4) { generation { id } }')
  await scene.app.idle()
}

/** The id of a new persona of Ada. */
async function newPersona({ people }: RoomScene): Promise<string> {
  const made = await people.ada.data('mutation { createPersona(input: { name: "x" }) { persona { id } } }')
  return at(made, 'createPersona', 'persona', 'id')
}

async function speakAsNew(scene: RoomScene): Promise<void> {
  await scene.do(`setRoomPersona(roomId: $roomId, personaId: ${await newPersona(scene)}) { __typename }`)
}

async function personaIn({ people, roomId: id }: RoomScene): Promise<string> {
  return at(await people.ada.data('query ($id: ID!) { room(id: $id) { personaId } }', { id }), 'room', 'personaId')
}

/** An account without access to the room. */
function guest({ app, roomId }: RoomScene): Promise<Person> {
  return app.person(`guest-${roomId.slice(0, 8)}-${String((guests += 1))}`)
}
let guests = 0

/** Bans the account; returns its id. */
async function ban(scene: RoomScene): Promise<string> {
  const { id } = await guest(scene)
  await scene.do(`banUser(id: ${id}) { __typename }`, scene.people.admin)
  return id
}

/** All mutations of both schemas, some in several variants (`name: variant`). */
export const roomMutations: Readonly<Record<string, RoomMutation>> = {
  // entries
  saveLogEntry: changes('EntryAdded', (scene) =>
    scene.do(`saveLogEntry(input: { roomId: $roomId, ${turn} }) { entry { index } }`),
  ),
  updateLogEntry: changes('EntryChanged', (scene) =>
    scene.do(`updateLogEntry(input: { roomId: $roomId, index: 2, ${turn} }) { entry { version } }`),
  ),
  'updateLogEntry: of a reply': {
    act: (scene) => scene.do(`updateLogEntry(input: { roomId: $roomId, index: 4, ${turn} }) { entry { version } }`),
    publishes: ['EntryChanged', 'GenerationChanged', 'RoomChanged'],
  },
  deleteLogEntry: changes('EntryDeleted', (scene) =>
    scene.do('deleteLogEntry(roomId: $roomId, index: 1) { deletedIndex }'),
  ),
  'deleteLogEntry: of a reply': {
    act: (scene) => scene.do('deleteLogEntry(roomId: $roomId, index: 4) { deletedIndex }'),
    publishes: ['EntryDeleted', 'GenerationChanged', 'RoomChanged'],
  },
  chooseAlternative: {
    before: regenerated,
    act: (scene) => scene.do('chooseAlternative(roomId: $roomId, index: 4, alternative: 1) { entry { version } }'),
    publishes: ['EntryChanged', 'GenerationChanged', 'RoomChanged'],
  },
  truncateLog: {
    act: (scene) => scene.do('truncateLog(roomId: $roomId, fromIndex: 2) { __typename }'),
    publishes: ['LogCut', 'GenerationChanged', 'RoomChanged'],
  },
  saveLogRoomEntry: changes('EntryAdded', (scene) =>
    scene.serve(`saveLogRoomEntry(input: { ${scene.address}, ${turn} }) { roomId }`),
  ),
  updateLogRoomEntry: changes('EntryChanged', (scene) =>
    scene.serve(`updateLogRoomEntry(input: { ${scene.address}, index: 3, ${turn} }) { roomId }`),
  ),
  deleteLogRoomEntry: changes('EntryDeleted', (scene) =>
    scene.serve(`deleteLogRoomEntry(input: { ${scene.address}, index: 2 }) { roomId }`),
  ),

  // generations
  sendMessage: { act: (scene) => scene.reply(), publishes: ['GenerationChanged', 'EntryAdded', 'RoomChanged'] },
  'sendMessage: to a model that fails': {
    act: (scene) => {
      scene.tap.next = failing
      return scene.reply()
    },
    publishes: ['GenerationChanged'],
  },
  startRoom: leaves((scene) =>
    scene.do(`startRoom(input: { characterId: "${scene.characterId}", text: "Hello" }) { replayed }`),
  ),
  regenerate: { act: regenerated, publishes: ['GenerationChanged', 'EntryChanged', 'RoomChanged'] },
  continueReply: {
    act: async (scene) => {
      await scene.do('continueReply(roomId: $roomId, index: 4) { generation { id } }')
      await scene.app.idle()
    },
    publishes: ['GenerationChanged', 'EntryChanged', 'RoomChanged'],
  },
  cancelGeneration: {
    before: beginReply,
    act: async (scene) => {
      await scene.do(`cancelGeneration(id: "${await activeIn(scene)}") { generation { status } }`)
      await scene.app.idle()
    },
    publishes: ['GenerationChanged'],
  },
  removeGeneration: {
    before: (scene) => {
      scene.tap.next = failing
      return scene.reply()
    },
    act: async (scene) => scene.do(`removeGeneration(id: "${await newestIn(scene)}") { removedGenerationId }`),
    publishes: ['RoomSnapshot'],
  },
  cancelActiveGeneration: {
    before: beginReply,
    act: async (scene) => {
      await scene.serve(`cancelActiveGeneration(id: "${await activeIn(scene)}")`)
      await scene.app.idle()
    },
    publishes: ['GenerationChanged'],
  },

  // the settings of the room
  updateRoom: {
    act: (scene) =>
      scene.do(
        'updateRoom(id: $roomId, input: { name: "Deck", archived: true, sampling: { topP: 1 } }) { __typename }',
      ),
    publishes: ['RoomChanged'],
  },

  setRoomPinned: {
    act: (scene) => scene.do('setRoomPinned(id: $roomId, pinned: true) { __typename }'),
    publishes: ['RoomChanged'],
  },
  setRoomPersona: {
    act: async (scene) => {
      const id = await newPersona(scene)
      await scene.do(`setRoomPersona(roomId: $roomId, personaId: ${id}) { __typename }`)
    },
    publishes: ['RoomChanged'],
  },
  updatePersona: {
    before: speakAsNew,
    act: async (scene) => {
      await scene.do(`updatePersona(id: ${await personaIn(scene)}, input: { name: "y" }) { __typename }`)
    },
    publishes: ['RoomChanged'],
  },
  deletePersona: {
    before: speakAsNew,
    act: async (scene) => {
      await scene.do(`deletePersona(id: ${await personaIn(scene)}) { __typename }`)
    },
    publishes: ['RoomChanged'],
  },
  setDefaultPersona: {
    act: async (scene) => {
      await scene.do(`setDefaultPersona(id: ${await newPersona(scene)}) { __typename }`)
    },
    publishes: ['RoomChanged'],
  },
  markRoomRead: {
    before: (scene) => scene.reply(),
    act: (scene) => scene.do('markRoomRead(id: $roomId) { __typename }'),
    publishes: ['RoomChanged'],
  },

  // the end of the room
  deleteRoom: ends((scene) => scene.do('deleteRoom(id: $roomId) { deletedRoomId }')),
  'deleteRoom: while a reply is made': {
    before: beginReply,
    ...ends((scene) => scene.do('deleteRoom(id: $roomId) { deletedRoomId }', scene.people.admin)),
  },
  deleteLogRoom: ends((scene) => scene.serve(`deleteLogRoom(input: { ${scene.address} }) { deletedRoomId }`)),
  deleteCharacter: ends((scene) =>
    scene.do('deleteCharacter(id: $characterId) { deletedCharacterId }', scene.people.author),
  ),
  deleteAccount: {
    ...ends((scene) => scene.do('deleteAccount { deletedAccountId }')),
    endsAccounts: true,
  },
  deleteAccountOf: {
    ...ends((scene) => scene.serve(`deleteAccountOf(accountId: ${scene.people.ada.id})`)),
    endsAccounts: true,
  },
  "deleteAccount: of the character's author": {
    ...ends((scene) => scene.do('deleteAccount { deletedAccountId }', scene.people.author)),
    endsAccounts: true,
  },
  'deleteAccount: of somebody who has sent a message': {
    before: async (scene) => {
      await scene.people.admin.say(scene.roomId)
      await scene.app.idle()
    },
    act: (scene) => scene.do('deleteAccount { deletedAccountId }', scene.people.admin),
    publishes: ['RoomSnapshot'],
    endsAccounts: true,
  },

  // the character that the room shows
  updateCharacter: {
    act: (scene) =>
      scene.do('updateCharacter(id: $characterId, input: { name: "Hedy" }) { character { id } }', scene.people.author),
    publishes: ['RoomChanged'],
  },
  setVisibility: {
    act: (scene) =>
      scene.do(
        'setVisibility(characterId: $characterId, visibility: PRIVATE) { character { id } }',
        scene.people.admin,
      ),
    publishes: ['RoomChanged'],
  },

  hideCharacter: {
    act: (scene) =>
      scene.serve(`hideCharacter(input: { id: ${scene.characterId}, reason: "spam" }) { character { id } }`),
    publishes: ['RoomChanged'],
  },
  restoreCharacter: {
    before: (scene) =>
      scene.serve(`hideCharacter(input: { id: ${scene.characterId}, reason: "spam" }) { character { id } }`),
    act: (scene) => scene.serve(`restoreCharacter(id: ${scene.characterId}) { character { id } }`),
    publishes: ['RoomChanged'],
  },

  // mutations that do not concern the room
  createAccount: leaves((scene) =>
    scene.serve(
      `createAccount(input: { username: "made ${scene.roomId}", email: "made-${scene.roomId}@example.com" }) { account { id } }`,
    ),
  ),
  signOutAccount: leaves(async (scene) =>
    scene.serve(`signOutAccount(id: ${(await guest(scene)).id}) { account { id } }`),
  ),
  setLike: leaves((scene) => scene.do('setLike(characterId: $characterId, liked: true) { changed }')),
  createCharacter: leaves((scene) => scene.do('createCharacter(input: { name: "x" }) { character { id } }')),
  importCharacter: leaves((scene) =>
    scene.do('importCharacter(input: { card: "{\\"name\\":\\"x\\",\\"first_mes\\":\\"y\\"}" }) { character { id } }'),
  ),
  openTestRoom: leaves((scene) => scene.refused('openTestRoom(characterId: 999999) { room { id } }')),
  createLorebook: leaves((scene) => scene.do('createLorebook(input: { name: "x" }) { lorebook { id } }')),
  importLorebook: leaves((scene) =>
    scene.do('importLorebook(input: { book: "{\\"entries\\":[]}" }) { lorebook { id } }'),
  ),
  updateLorebook: leaves((scene) =>
    scene.refused('updateLorebook(id: 999999, input: { name: "x" }) { lorebook { id } }'),
  ),
  deleteLorebook: leaves((scene) => scene.refused('deleteLorebook(id: 999999) { deletedLorebookId }')),
  attachLorebook: leaves((scene) =>
    scene.refused('attachLorebook(input: { lorebookId: 999999, roomId: $roomId }) { lorebook { id } }'),
  ),
  detachLorebook: leaves((scene) =>
    scene.refused('detachLorebook(input: { lorebookId: 999999, roomId: $roomId }) { lorebook { id } }'),
  ),
  removeFile: leaves((scene) => scene.refused('removeFile(id: "x") { removedFileId }')),
  setFileEncoding: leaves((scene) => scene.refused('setFileEncoding(id: "x", encoding: "utf-8") { file { id } }')),
  createPersona: leaves((scene) => scene.do('createPersona(input: { name: "x" }) { persona { id } }')),
  createChatRoom: leaves((scene) => scene.do('createChatRoom(input: { characterId: $characterId }) { room { id } }')),
  createOfficeRoom: leaves((scene) => scene.do('createOfficeRoom { room { id } }')),
  createLogRoom: leaves((scene) =>
    scene.serve(`createLogRoom(input: { kind: CHATBOT, userId: "${scene.people.ada.id}" }) { roomId }`),
  ),
  createApiKey: leaves((scene) => scene.do('createApiKey(input: { name: "x" }) { apiKey { id } }')),
  exportMyData: leaves((scene) => scene.do('exportMyData { dataExport { id } }')),
  createRoomExportLink: leaves((scene) =>
    scene.do('createRoomExportLink(input: { roomId: $roomId, format: MARKDOWN }) { url }'),
  ),
  createShareLink: leaves((scene) => scene.refused('createShareLink(roomId: $roomId) { shareLink { id } }')),
  revokeShareLink: leaves((scene) => scene.refused('revokeShareLink(id: "x") { revokedShareLinkId }')),
  createDataExportLink: leaves((scene) => scene.refused('createDataExportLink { url }')),
  updateApiKey: leaves((scene) => scene.refused('updateApiKey(id: 999999, input: {}) { apiKey { id } }')),
  revokeApiKey: leaves((scene) => scene.refused('revokeApiKey(id: 999999) { revokedApiKeyId }')),
  register: leaves((scene) =>
    scene.do(
      `register(input: { username: "new ${scene.roomId}", email: "${scene.roomId}@example.com", password: "long enough", eulaAgreed: true, privacyAgreed: true }) { account { id } }`,
    ),
  ),
  login: leaves((scene) => scene.refused(`login(input: { ${unusedAddress}, password: "x" }) { token }`)),
  socialLogin: leaves((scene) => scene.refused('socialLogin(input: { provider: SOCIAL_A, code: "x" }) { token }')),
  completeSignIn: leaves((scene) =>
    scene.refused('completeSignIn(input: { challenge: "x", code: "000000" }) { token }'),
  ),
  startTotp: leaves((scene) => scene.do('startTotp { challenge }')),
  startPasskey: leaves((scene) => scene.do('startPasskey { challenge }')),
  addTotp: leaves((scene) => scene.refused('addTotp(input: { challenge: "x", code: "0" }) { recoveryCodes }')),
  addPasskey: leaves((scene) =>
    scene.refused('addPasskey(input: { challenge: "x", response: "{}" }) { recoveryCodes }'),
  ),
  removeSecondFactor: leaves((scene) => scene.refused('removeSecondFactor(id: 999999) { removedSecondFactorId }')),
  renewRecoveryCodes: leaves((scene) => scene.refused('renewRecoveryCodes { recoveryCodes }')),
  removeSecondFactors: leaves((scene) =>
    scene.serve(`removeSecondFactors(accountId: ${scene.people.author.id}) { removed }`),
  ),
  refreshSession: leaves((scene) => scene.refused('refreshSession(refreshToken: "x") { token }')),
  revokeSession: leaves((scene) => scene.refused('revokeSession(id: 999999) { __typename }')),
  confirmIdentity: leaves((scene) =>
    scene.do(`confirmIdentity(input: { password: "${password}" }) { confirmedUntil }`),
  ),
  signOut: leaves(async (scene) => (await guest(scene)).data('mutation { signOut }')),
  signOutEverywhere: leaves(async (scene) => (await guest(scene)).data('mutation { signOutEverywhere }')),
  banUser: leaves((scene) => ban(scene)),
  unbanUser: leaves(async (scene) => scene.do(`unbanUser(id: ${await ban(scene)}) { __typename }`, scene.people.admin)),
  sendVerification: leaves((scene) =>
    scene.do(`sendVerification(input: { ${unusedAddress}, verificationType: PASSWORD_RESET }) { expiresAt }`),
  ),
  verifyCode: leaves((scene) => scene.refused(`verifyCode(input: { ${unusedAddress}, code: "x" }) { resetToken }`)),
  resetPassword: leaves((scene) =>
    scene.refused('resetPassword(input: { resetToken: "x", newPassword: "long enough" }) { account { id } }'),
  ),
  recoverAccount: leaves((scene) =>
    scene.refused('recoverAccount(input: { token: "x", newPassword: "long enough" }) { account { id } }'),
  ),
  usePasswordLink: leaves((scene) =>
    scene.refused('usePasswordLink(input: { token: "x", newPassword: "long enough" }) { account { id } }'),
  ),
  changePassword: leaves((scene) =>
    scene.refused('changePassword(input: { currentPassword: "x", newPassword: "long enough" }) { account { id } }'),
  ),
  createPasswordLink: leaves(async (scene) =>
    scene.serve(`createPasswordLink(input: { accountId: ${(await guest(scene)).id} }) { url }`),
  ),
  updateProfile: leaves((scene) =>
    scene.do(`updateProfile(input: { username: "ada ${scene.roomId}" }) { account { id } }`),
  ),
  updateDefaults: leaves((scene) =>
    scene.do('updateDefaults(input: { instructions: "Short answers.", theme: DARK }) { account { id } }'),
  ),
  updateMembership: leaves((scene) => scene.do('updateMembership(membership: VIP) { account { membership } }')),
  createAdmin: leaves((scene) =>
    scene.serve(
      `createAdmin(input: { username: "chief ${scene.roomId}", email: "chief-${scene.roomId}@example.com", password: "long enough" }) { admin { isAdmin } }`,
    ),
  ),
  updateApiKeyOf: leaves(async (scene) => {
    const accountId = scene.people.author.id
    await scene.serve(`createApiKeyFor(input: { accountId: ${accountId}, name: "z" }) { text }`)
    const [key] = await scene.app.app.product.apiKeys.listOf(accountId)
    await scene.serve(
      `updateApiKeyOf(accountId: ${accountId}, id: "${String(key?.id)}", input: { name: "w" }) { name }`,
    )
  }),
  createApiKeyFor: leaves((scene) =>
    scene.serve(`createApiKeyFor(input: { accountId: ${scene.people.author.id}, name: "x" }) { text }`),
  ),
  revokeApiKeyOf: leaves(async (scene) => {
    const accountId = scene.people.author.id
    await scene.serve(`createApiKeyFor(input: { accountId: ${accountId}, name: "y" }) { text }`)
    const [key] = await scene.app.app.product.apiKeys.listOf(accountId)
    await scene.serve(`revokeApiKeyOf(accountId: ${accountId}, id: "${key?.id ?? ''}")`)
  }),
  endSessions: leaves(async (scene) => scene.serve(`endSessions(accountId: ${(await guest(scene)).id})`)),
  setQueuePaused: leaves((scene) => scene.serve('setQueuePaused(paused: false) { kind }')),
  setRole: leaves((scene) =>
    scene.serve(`setRole(input: { email: "${scene.people.author.username}@example.com", role: ADMIN }) { changed }`),
  ),
  setUserMembership: leaves((scene) =>
    scene.serve(`setUserMembership(id: ${scene.people.author.id}, membership: VIP) { account { id } }`),
  ),
  setUserRole: leaves((scene) =>
    scene.serve(`setUserRole(id: ${scene.people.author.id}, role: ADMIN) { account { id } }`),
  ),
  // refused where there is an administrator
  createSetUpLink: leaves((scene) => scene.serve('createSetUpLink').catch(() => undefined)),
  createInvitation: leaves((scene) => scene.serve('createInvitation(input: {}) { url }')),
  revokeInvitation: leaves((scene) => scene.refused('revokeInvitation(id: 999999) { revokedInvitationId }')),
  approveAccount: leaves((scene) => scene.serve(`approveAccount(id: ${scene.people.author.id}) { account { id } }`)),
  setInstallationSetting: leaves((scene) =>
    scene.serve('setInstallationSetting(input: { name: REGISTRATION, value: null }) { setting { name } }'),
  ),
  setModelSettings: leaves((scene) =>
    scene.serve('setModelSettings(input: { model: "Local", label: null }) { settings { model } }'),
  ),
  repair: leaves((scene) =>
    scene.serve(`repair(input: { part: RECORDS, kind: RECORD_WITHOUT_LOG, subject: "${scene.roomId}" }) { repaired }`),
  ),
}
