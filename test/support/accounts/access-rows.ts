import { nodeIdOf } from '../../../src/nodes/node-id.js'
import { everyCaller, hiddenFromOthers, onlyTheOwner, refused, signedIn, type AccessRow } from './access-row.js'
import { adminAccessRows } from './admin-access-rows.js'

const missing = { owner: 'NOT_FOUND', other: 'NOT_FOUND', anonymous: 'UNAUTHENTICATED', admin: 'NOT_FOUND' } as const

/**
 * One row for every field of Query, Mutation and Subscription. The fixtures belong to the owner; the character is
 * private.
 */
const unknownChallenge = {
  owner: 'BAD_USER_INPUT',
  other: 'BAD_USER_INPUT',
  anonymous: 'UNAUTHENTICATED',
  admin: 'BAD_USER_INPUT',
} as const

export const accessRows: Readonly<Record<string, AccessRow>> = {
  ...adminAccessRows,
  'Query.me': { document: '{ me { id } }', ...everyCaller, anonymous: 'null' },
  'Query.user': { document: '{ user(id: 1) { id username } }', ...everyCaller },
  'Query.character': {
    document: 'query ($id: ID!) { character(id: $id) { id } }',
    variables: ({ characterId }) => ({ id: characterId }),
    ...hiddenFromOthers,
  },
  'Query.characters': { document: '{ characters { nodes { id } } }', ...everyCaller },
  'Query.characterCard': {
    document: 'query ($id: ID!) { characterCard(id: $id) { json png } }',
    variables: ({ characterId }) => ({ id: characterId }),
    ...hiddenFromOthers,
  },
  'Query.author': {
    document: '{ author(id: 999999) { id } }',
    owner: 'null',
    other: 'null',
    anonymous: 'null',
    admin: 'null',
  },
  'Query.characterCost': { document: '{ characterCost(input: { context: "x" }) { tokens } }', ...signedIn },
  'Mutation.openTestRoom': {
    document: 'mutation { openTestRoom(characterId: 999999) { room { id } } }',
    ...missing,
  },
  'Query.myCharacters': { document: '{ myCharacters { nodes { id } } }', ...signedIn },
  'Query.myLikes': { document: '{ myLikes { nodes { id } } }', ...signedIn },
  'Query.room': {
    document: 'query ($id: ID!) { room(id: $id) { id } }',
    variables: ({ roomId }) => ({ id: roomId }),
    ...hiddenFromOthers,
  },
  'Query.myRooms': { document: '{ myRooms { nodes { id } } }', ...signedIn },
  'Query.searchEntries': {
    document: 'query ($id: ID!) { searchEntries(query: "Hello", roomId: $id) { nodes { entry { index } } } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    ...onlyTheOwner,
  },
  'Query.generation': {
    document: 'query ($id: ID!) { generation(id: $id) { id text } }',
    variables: ({ generationId }) => ({ id: generationId }),
    ...hiddenFromOthers,
  },
  'Query.node': {
    document: 'query ($id: ID!) { node(nodeId: $id) { nodeId } }',
    variables: ({ characterId }) => ({ id: nodeIdOf('Character', { id: characterId }) }),
    ...hiddenFromOthers,
  },
  'Query.nodes': {
    document: 'query ($id: ID!) { nodes(nodeIds: [$id]) { nodeId } }',
    variables: ({ characterId }) => ({ id: nodeIdOf('Character', { id: characterId }) }),
    ...everyCaller,
  },
  'Query.models': { document: '{ models { name } }', ...everyCaller },
  'Query.myUsage': { document: '{ myUsage { membership messages { used } } }', ...signedIn },
  'Query.myDataExport': {
    document: '{ myDataExport { id status } }',
    owner: 'null',
    other: 'null',
    anonymous: 'UNAUTHENTICATED',
    admin: 'null',
  },
  'Mutation.exportMyData': { document: 'mutation { exportMyData { dataExport { id } } }', ...signedIn },
  'Mutation.createDataExportLink': {
    document: 'mutation { createDataExportLink { url } }',
    ...missing,
  },
  'Mutation.register': {
    document: 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }',
    variables: ({ unique }) => {
      const name = unique()
      const agreed = { eulaAgreed: true, privacyAgreed: true }
      return { input: { username: name, email: `${name}@example.com`, password: 'long enough', ...agreed } }
    },
    ...everyCaller,
  },
  'Mutation.login': {
    document: 'mutation { login(input: { email: "nobody@example.com", password: "x" }) { token } }',
    owner: 'UNAUTHENTICATED',
    other: 'UNAUTHENTICATED',
    anonymous: 'UNAUTHENTICATED',
    admin: 'UNAUTHENTICATED',
  },
  'Mutation.refreshSession': {
    document: 'mutation { refreshSession(refreshToken: "x") { token } }',
    owner: 'UNAUTHENTICATED',
    other: 'UNAUTHENTICATED',
    anonymous: 'UNAUTHENTICATED',
    admin: 'UNAUTHENTICATED',
  },
  'Mutation.signOut': { document: 'mutation { signOut }', ...signedIn, isLastAct: true },
  'Mutation.signOutEverywhere': { document: 'mutation { signOutEverywhere }', ...signedIn, isLastAct: true },
  'Mutation.revokeSession': {
    document: 'mutation { revokeSession(id: "00000000-0000-4000-8000-000000000000") { revokedSessionId } }',
    ...missing,
  },
  'Mutation.confirmIdentity': {
    document: 'mutation { confirmIdentity(input: { password: "correct horse battery" }) { confirmedUntil } }',
    ...signedIn,
  },
  'Mutation.completeSignIn': {
    document: 'mutation { completeSignIn(input: { challenge: "x", code: "000000" }) { token } }',
    owner: 'BAD_USER_INPUT',
    other: 'BAD_USER_INPUT',
    anonymous: 'BAD_USER_INPUT',
    admin: 'BAD_USER_INPUT',
  },
  'Mutation.startTotp': { document: 'mutation { startTotp { challenge secret } }', ...signedIn },
  'Mutation.startPasskey': { document: 'mutation { startPasskey { challenge options } }', ...signedIn },
  'Mutation.addTotp': {
    document: 'mutation { addTotp(input: { challenge: "x", code: "000000" }) { recoveryCodes } }',
    ...unknownChallenge,
  },
  'Mutation.addPasskey': {
    document: 'mutation { addPasskey(input: { challenge: "x", response: "{}" }) { recoveryCodes } }',
    ...unknownChallenge,
  },
  'Mutation.removeSecondFactor': {
    document: 'mutation { removeSecondFactor(id: 999999) { removedSecondFactorId } }',
    ...missing,
  },
  'Mutation.renewRecoveryCodes': {
    document: 'mutation { renewRecoveryCodes { recoveryCodes } }',
    owner: 'CONFLICT',
    other: 'CONFLICT',
    anonymous: 'UNAUTHENTICATED',
    admin: 'CONFLICT',
  },
  'Query.mySessions': { document: '{ mySessions { id current } }', ...signedIn },
  'Mutation.createApiKey': {
    document: 'mutation { createApiKey(input: { name: "x" }) { apiKey { id } } }',
    ...signedIn,
  },
  'Mutation.updateApiKey': {
    document: 'mutation { updateApiKey(id: 999999, input: { name: "x" }) { apiKey { id } } }',
    ...missing,
  },
  'Mutation.revokeApiKey': {
    document: 'mutation { revokeApiKey(id: 999999) { revokedApiKeyId } }',
    ...missing,
  },
  'Query.invitation': {
    document: '{ invitation(token: "no token") { email } }',
    owner: 'null',
    other: 'null',
    anonymous: 'null',
    admin: 'null',
  },
  'Query.passwordLink': {
    document: '{ passwordLink(token: "no token") { username } }',
    owner: 'null',
    other: 'null',
    anonymous: 'null',
    admin: 'null',
  },
  'Query.installation': {
    document: '{ installation { registration guestRooms signInRequired name notice accent { light } } }',
    ...everyCaller,
  },
  'Query.socialProviders': { document: '{ socialProviders { id } }', ...everyCaller },
  // no provider is configured here
  'Mutation.socialLogin': {
    document: 'mutation { socialLogin(input: { provider: SOCIAL_A, code: "x" }) { token } }',
    owner: 'UNAVAILABLE',
    other: 'UNAVAILABLE',
    anonymous: 'UNAVAILABLE',
    admin: 'UNAVAILABLE',
  },
  'Mutation.sendVerification': {
    document: 'mutation ($input: SendVerificationInput!) { sendVerification(input: $input) { expiresAt } }',
    variables: ({ unique }) => ({ input: { email: `${unique()}@example.com`, verificationType: 'PASSWORD_RESET' } }),
    ...everyCaller,
  },
  'Mutation.verifyCode': {
    document: 'mutation { verifyCode(input: { email: "nobody@example.com", code: "x" }) { resetToken } }',
    ...refused,
  },
  'Mutation.resetPassword': {
    document: 'mutation { resetPassword(input: { resetToken: "x", newPassword: "long enough" }) { account { id } } }',
    ...refused,
  },
  'Mutation.recoverAccount': {
    document: 'mutation { recoverAccount(input: { token: "x", newPassword: "long enough" }) { account { id } } }',
    ...refused,
  },
  'Mutation.usePasswordLink': {
    document: 'mutation { usePasswordLink(input: { token: "x", newPassword: "long enough" }) { account { id } } }',
    ...refused,
  },
  'Mutation.changePassword': {
    document:
      'mutation { changePassword(input: { currentPassword: "x", newPassword: "long enough" }) { account { id } } }',
    ...refused,
    anonymous: 'UNAUTHENTICATED',
  },
  'Mutation.updateProfile': {
    document: 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { account { id } } }',
    variables: ({ unique }) => ({ input: { username: unique() } }),
    ...signedIn,
  },
  'Mutation.updateDefaults': {
    document: 'mutation { updateDefaults(input: { theme: DARK }) { account { id } } }',
    ...signedIn,
  },
  'Mutation.updateMembership': {
    document: 'mutation { updateMembership(membership: VIP) { account { membership } } }',
    ...signedIn,
  },
  'Mutation.createCharacter': {
    document: 'mutation { createCharacter(input: { name: "x" }) { character { id } } }',
    ...signedIn,
  },
  'Mutation.importCharacter': {
    document: 'mutation ($card: String!) { importCharacter(input: { card: $card }) { character { id } } }',
    variables: () => ({ card: '{"name":"x","first_mes":"y"}' }),
    ...signedIn,
  },
  'Mutation.updateCharacter': {
    document: 'mutation ($id: ID!) { updateCharacter(id: $id, input: {}) { character { id } } }',
    variables: ({ characterId }) => ({ id: characterId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'data',
  },
  'Mutation.deleteCharacter': {
    document: 'mutation { deleteCharacter(id: 999999) { deletedCharacterId } }',
    ...missing,
  },
  'Mutation.deleteAccount': {
    document: 'mutation { deleteAccount(id: 999999) { deletedAccountId } }',
    ...missing,
  },
  'Mutation.setLike': {
    document: 'mutation ($id: ID!) { setLike(characterId: $id, liked: true) { changed } }',
    variables: ({ characterId }) => ({ id: characterId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'data',
  },
  'Mutation.createChatRoom': {
    document: 'mutation ($id: ID!) { createChatRoom(input: { characterId: $id, userId: "guest" }) { room { id } } }',
    variables: ({ characterId }) => ({ id: characterId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'NOT_FOUND',
    admin: 'data',
  },
  'Mutation.createOfficeRoom': {
    document: 'mutation { createOfficeRoom(input: { userId: "guest" }) { room { id } } }',
    ...everyCaller,
  },
  'Mutation.saveLogEntry': {
    document:
      'mutation ($id: ID!) { saveLogEntry(input: { roomId: $id, inputData: "a", outputData: "b" }) { entry { id } } }',
    variables: ({ roomId }) => ({ id: roomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'NOT_FOUND',
    admin: 'data',
  },
  'Mutation.updateRoom': {
    document: 'mutation ($id: ID!) { updateRoom(id: $id, input: { name: "Deck" }) { room { name instructions } } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'NOT_FOUND',
    admin: 'data',
  },
  'Mutation.createRoomExportLink': {
    document: 'mutation ($id: ID!) { createRoomExportLink(input: { roomId: $id, format: JSON }) { expiresAt } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'data',
  },
  'Query.myShareLinks': { document: '{ myShareLinks { id url } }', ...signedIn },
  'Mutation.createShareLink': {
    document: 'mutation ($id: ID!) { createShareLink(roomId: $id) { shareLink { url } } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'NOT_FOUND',
  },
  'Mutation.revokeShareLink': {
    document: 'mutation { revokeShareLink(id: "x") { revokedShareLinkId } }',
    ...missing,
  },
  'Query.myLorebooks': { document: '{ myLorebooks { nodes { id entries { nodes { content } } } } }', ...signedIn },
  'Query.lorebook': {
    document: '{ lorebook(id: 999999) { id } }',
    owner: 'null',
    other: 'null',
    anonymous: 'null',
    admin: 'null',
  },
  'Query.exportLorebook': {
    document: '{ exportLorebook(id: 999999) { json } }',
    owner: 'null',
    other: 'null',
    anonymous: 'null',
    admin: 'null',
  },
  'Query.previewLorebook': { document: '{ previewLorebook(id: 999999, text: "x") { keys } }', ...missing },
  'Mutation.createLorebook': {
    document: 'mutation { createLorebook(input: { name: "x" }) { lorebook { id } } }',
    ...signedIn,
  },
  'Mutation.importLorebook': {
    document: 'mutation ($book: String!) { importLorebook(input: { book: $book }) { lorebook { id } } }',
    variables: () => ({ book: '{"entries":[]}' }),
    ...signedIn,
  },
  'Mutation.updateLorebook': {
    document: 'mutation { updateLorebook(id: 999999, input: { name: "x" }) { lorebook { id } } }',
    ...missing,
  },
  'Mutation.deleteLorebook': {
    document: 'mutation { deleteLorebook(id: 999999) { deletedLorebookId } }',
    ...missing,
  },
  'Mutation.attachLorebook': {
    document: 'mutation ($id: ID!) { attachLorebook(input: { lorebookId: 999999, roomId: $id }) { lorebook { id } } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    ...missing,
  },
  'Mutation.detachLorebook': {
    document: 'mutation ($id: ID!) { detachLorebook(input: { lorebookId: 999999, roomId: $id }) { lorebook { id } } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    ...missing,
  },
  'Query.myPersonas': { document: '{ myPersonas { nodes { id description } } }', ...signedIn },
  'Query.myFiles': { document: '{ myFiles { nodes { id name } } }', ...signedIn },
  'Query.file': {
    document: '{ file(id: "x") { id } }',
    ...{ owner: 'null', other: 'null', anonymous: 'UNAUTHENTICATED', admin: 'null' },
  },
  'Mutation.removeFile': { document: 'mutation { removeFile(id: "x") { removedFileId } }', ...missing },
  'Mutation.setFileEncoding': {
    document: 'mutation { setFileEncoding(id: "x", encoding: "utf-8") { file { id } } }',
    ...missing,
  },
  'Mutation.createPersona': {
    document: 'mutation { createPersona(input: { name: "x" }) { persona { id } } }',
    ...signedIn,
  },
  'Mutation.updatePersona': {
    document: 'mutation { updatePersona(id: 999999, input: { name: "x" }) { persona { id } } }',
    ...missing,
  },
  'Mutation.deletePersona': { document: 'mutation { deletePersona(id: 999999) { deletedPersonaId } }', ...missing },
  'Mutation.setDefaultPersona': {
    document: 'mutation { setDefaultPersona(id: 999999) { persona { id } } }',
    ...missing,
  },
  'Mutation.setRoomPersona': {
    document: 'mutation ($id: ID!) { setRoomPersona(roomId: $id) { room { id } } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'NOT_FOUND',
  },
  'Mutation.setRoomPinned': {
    document: 'mutation ($id: ID!) { setRoomPinned(id: $id, pinned: true) { room { pinnedAt } } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'NOT_FOUND',
  },
  'Mutation.markRoomRead': {
    document: 'mutation ($id: ID!) { markRoomRead(id: $id) { room { unread } } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'NOT_FOUND',
  },
  'Mutation.deleteRoom': {
    document: 'mutation { deleteRoom(id: "00000000-0000-4000-8000-000000000000") { deletedRoomId } }',
    owner: 'NOT_FOUND',
    other: 'NOT_FOUND',
    anonymous: 'NOT_FOUND',
    admin: 'NOT_FOUND',
  },
  'Mutation.updateLogEntry': {
    document:
      'mutation ($id: ID!) { updateLogEntry(input: { roomId: $id, index: 2, inputData: "a", outputData: "b" }) { entry { index } } }',
    variables: ({ roomId }) => ({ id: roomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'NOT_FOUND',
    admin: 'data',
  },
  'Mutation.regenerate': {
    document: 'mutation ($id: ID!) { regenerate(roomId: $id, index: 1) { generation { id } } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'data',
  },
  'Mutation.continueReply': {
    document: 'mutation ($id: ID!) { continueReply(roomId: $id, index: 1) { generation { id } } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'data',
  },
  'Mutation.chooseAlternative': {
    document:
      'mutation ($id: ID!) { chooseAlternative(roomId: $id, index: 1, alternative: 1) { entry { alternatives { number } } } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'NOT_FOUND',
    admin: 'data',
  },
  'Mutation.truncateLog': {
    document: 'mutation ($id: ID!) { truncateLog(roomId: $id, fromIndex: 2) { deletedFromIndex } }',
    variables: ({ keptRoomId }) => ({ id: keptRoomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'NOT_FOUND',
    admin: 'data',
  },
  'Mutation.deleteLogEntry': {
    document: 'mutation ($id: ID!) { deleteLogEntry(roomId: $id, index: 1) { deletedIndex } }',
    variables: ({ roomId }) => ({ id: roomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'NOT_FOUND',
    admin: 'NOT_FOUND',
  },
  'Mutation.cancelGeneration': {
    document: 'mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }',
    variables: ({ generationId }) => ({ id: generationId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'data',
  },
  'Mutation.removeGeneration': {
    document: 'mutation { removeGeneration(id: "00000000-0000-4000-8000-000000000000") { removedGenerationId } }',
    ...signedIn,
  },
  'Mutation.sendMessage': {
    document: 'mutation ($id: ID!) { sendMessage(input: { roomId: $id, text: "x" }) { generation { id } } }',
    variables: ({ roomId }) => ({ id: roomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'data',
  },
  'Mutation.startRoom': {
    document: 'mutation { startRoom(input: { text: "x" }) { room { id } generation { id } } }',
    owner: 'data',
    other: 'data',
    anonymous: 'UNAUTHENTICATED',
    admin: 'data',
  },
  'Subscription.roomEvents': {
    document: 'subscription ($id: ID!) { roomEvents(roomId: $id) { __typename } }',
    variables: ({ roomId }) => ({ id: roomId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'NOT_FOUND',
    admin: 'data',
  },
  'Subscription.myRoomEvents': { document: 'subscription { myRoomEvents { reset rooms { id } } }', ...signedIn },
  'Subscription.generation': {
    document: 'subscription ($id: ID!) { generation(id: $id) { status } }',
    variables: ({ generationId }) => ({ id: generationId }),
    owner: 'data',
    other: 'NOT_FOUND',
    anonymous: 'UNAUTHENTICATED',
    admin: 'data',
  },
}
