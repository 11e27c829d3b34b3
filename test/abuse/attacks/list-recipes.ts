import { nodeIdOf } from '../../../src/nodes/node-id.js'
import type { World } from '../world.js'
import type { Caller, ListRecipe } from './list-recipe.js'
import { operatorRecipes } from './operator-recipes.js'

/** The usual maximum of aliases in a query. */
export const mostAliases = 15

const texts = 'outputData inputData'
const character = 'id name greeting context'
const source = 'title link passage'
const file = 'id name mediaType message missing { reason count }'
const attachments = 'attachments { id name }'

/** The global ids of the first entries of a room. */
const nodeIds = (roomId: string, count: number) =>
  Array.from({ length: count }, (_, n) => JSON.stringify(nodeIdOf('LogEntry', { roomId, index: n + 1 })))

/** All lists of both schemas. `test/abuse` fails for a list without a recipe. */
export const listRecipes: readonly ListRecipe[] = [
  ...operatorRecipes,
  {
    kind: 'query',
    name: 'entries',
    caller: 'guest',
    selection: ({ largeRoomId }) => `room(id: "${largeRoomId}") { entries(first: 100) { nodes { outputData } } }`,
    item: '"outputData":"yyy',
    fields: ['Room.entries', 'ChatRoom.entries', 'OfficeRoom.entries', 'LogEntryConnection.nodes'],
  },
  {
    kind: 'query',
    name: 'edges of entries',
    caller: 'guest',
    selection: ({ largeRoomId }) =>
      `room(id: "${largeRoomId}") { entries(last: 100) { edges { cursor node { outputData } } } }`,
    aliases: 10,
    item: '"outputData":"yyy',
    fields: ['LogEntryConnection.edges'],
  },
  {
    kind: 'query',
    name: 'alternatives',
    caller: 'mallory',
    selection: ({ alternativesRoomId }) =>
      `room(id: "${alternativesRoomId}") { entries(first: 10) { nodes { alternatives { ${texts} } } } }`,
    aliases: 10,
    item: '"outputData":"aaa',
    fields: ['LogEntry.alternatives'],
  },
  {
    kind: 'query',
    name: 'sources',
    caller: 'mallory',
    selection: ({ alternativesRoomId }) =>
      `room(id: "${alternativesRoomId}") { entries(first: 10) { nodes { sources { ${source} } alternatives { sources { title } } } } generations(first: 20) { nodes { sources { ${source} } } } }`,
    aliases: 8,
    item: '"sources":[]',
    fields: ['LogEntry.sources', 'LogAlternative.sources', 'Generation.sources'],
  },
  {
    kind: 'query',
    name: 'found entries',
    caller: 'mallory',
    selection: () =>
      `searchEntries(query: "x", first: 20) { nodes { entry { outputData } snippets { text highlights { start } } } }`,
    aliases: 3,
    item: '"outputData":"bbb',
    fields: ['Query.searchEntries', 'FoundEntryConnection.nodes', 'FoundEntry.snippets', 'Snippet.highlights'],
  },
  {
    kind: 'query',
    name: 'entries that only seem to be found',
    caller: 'mallory',
    selection: ({ pairsRoomId }) =>
      `searchEntries(query: "알바다", roomId: "${pairsRoomId}", first: 20) { nodes { entry { outputData } } }`,
    aliases: 3,
    item: '[]',
    fields: ['Query.searchEntries', 'FoundEntryConnection.nodes'],
  },
  {
    kind: 'query',
    name: 'edges of found entries',
    caller: 'mallory',
    selection: () => `searchEntries(query: "x", first: 20) { edges { cursor node { entry { outputData } } } }`,
    aliases: 5,
    item: '"outputData":"bbb',
    fields: ['FoundEntryConnection.edges'],
  },
  {
    kind: 'query',
    name: 'generations',
    caller: 'mallory',
    selection: ({ generationsRoomId }) =>
      `room(id: "${generationsRoomId}") { generations(first: 40) { nodes { text } edges { node { text } } } }`,
    item: '"text":"long',
    fields: [
      'Room.generations',
      'ChatRoom.generations',
      'OfficeRoom.generations',
      'GenerationConnection.nodes',
      'GenerationConnection.edges',
    ],
  },
  {
    kind: 'query',
    name: 'files of messages',
    caller: 'mallory',
    selection: ({ generationsRoomId }) =>
      `room(id: "${generationsRoomId}") { entries(first: 40) { nodes { ${attachments} } } generations(first: 40) { nodes { ${attachments} } } }`,
    // the texts of the rows count towards the size of the result
    aliases: 3,
    item: '"name":"가',
    fields: ['LogEntry.attachments', 'Generation.attachments'],
  },
  {
    kind: 'query',
    name: 'files of a room',
    caller: 'mallory',
    selection: ({ generationsRoomId }) => `room(id: "${generationsRoomId}") { files { ${file} } }`,
    aliases: 12,
    item: '"name":"가',
    fields: ['Room.files', 'ChatRoom.files', 'OfficeRoom.files', 'File.missing'],
  },
  {
    kind: 'query',
    name: 'files',
    caller: 'mallory',
    selection: () => `myFiles(first: 20) { nodes { ${file} } }`,
    aliases: 12,
    item: '"name":"가',
    fields: ['Query.myFiles', 'FileConnection.nodes', 'File.missing'],
  },
  {
    kind: 'query',
    name: 'texts of files',
    caller: 'mallory',
    selection: () => `myFiles(first: 20) { edges { cursor node { passages(first: 10) { nodes { text } } } } }`,
    aliases: 10,
    item: '"text":"ppp',
    fields: ['File.passages', 'FilePassageConnection.nodes', 'FileConnection.edges'],
  },
  {
    kind: 'query',
    name: 'edges of the text of a file',
    caller: 'mallory',
    selection: () => `myFiles(first: 20) { nodes { passages(first: 20) { edges { cursor node { text } } } } }`,
    aliases: 3,
    item: '"text":"ppp',
    fields: ['FilePassageConnection.edges'],
  },
  {
    kind: 'query',
    name: 'characters',
    caller: 'guest',
    selection: () => `characters(first: 100) { nodes { context greeting } }`,
    item: '"context":"ccc',
    fields: ['Query.characters', 'CharacterConnection.nodes'],
  },
  {
    kind: 'query',
    name: 'tags of characters',
    caller: 'guest',
    selection: () => `characters(first: 100) { nodes { tags } }`,
    item: '"ttt',
    fields: ['Character.tags'],
  },
  {
    kind: 'query',
    name: 'further greetings of characters',
    caller: 'mallory',
    selection: () => `myCharacters(first: 100) { nodes { alternateGreetings source { alternateGreetings } } }`,
    aliases: 12,
    item: '"aaa',
    fields: ['Character.alternateGreetings', 'CharacterSource.alternateGreetings'],
  },
  {
    kind: 'query',
    name: 'edges of characters',
    caller: 'mallory',
    selection: () => `myCharacters(first: 100) { edges { node { context greeting } } }`,
    aliases: 12,
    item: '"context":"ccc',
    fields: ['Query.myCharacters', 'CharacterConnection.edges'],
  },
  {
    kind: 'query',
    name: 'characters of a user',
    caller: 'guest',
    selection: ({ mallory }) => `user(id: "${mallory.id}") { characters(first: 100) { nodes { ${character} } } }`,
    aliases: 9,
    item: '"context":"ccc',
    fields: ['User.characters'],
  },
  {
    kind: 'query',
    name: 'likes with their characters',
    caller: 'mallory',
    selection: () => `myLikes(first: 100) { nodes { createdAt character { context greeting } } }`,
    aliases: 9,
    item: '"context":"ccc',
    fields: ['Query.myLikes', 'LikeConnection.nodes'],
  },
  {
    kind: 'query',
    name: 'likes of characters',
    caller: 'mallory',
    selection: () => `myCharacters(first: 100) { nodes { likes(first: 1) { edges { cursor node { createdAt } } } } }`,
    aliases: 8,
    item: '"createdAt"',
    fields: ['Character.likes', 'LikeConnection.edges'],
  },
  {
    kind: 'query',
    name: 'rooms with their characters',
    caller: 'mallory',
    selection: () =>
      `myRooms(first: 100) { nodes { instructions ... on ChatRoom { character { context greeting } } } }`,
    aliases: 9,
    item: '"context":"ccc',
    fields: ['Query.myRooms', 'RoomConnection.nodes'],
  },
  {
    kind: 'query',
    name: 'edges of rooms',
    caller: 'mallory',
    selection: () => `myRooms(first: 50) { edges { node { name entries(first: 5) { nodes { outputData } } } } }`,
    aliases: 5,
    item: '"name":"nnn',
    fields: ['RoomConnection.edges'],
  },
  {
    kind: 'query',
    name: 'sessions',
    caller: 'mallory',
    selection: () => `mySessions { id userAgent }`,
    item: '"userAgent"',
    fields: ['Query.mySessions'],
  },
  {
    kind: 'query',
    name: 'nodes',
    caller: 'guest',
    selection: ({ largeRoomId }) =>
      `nodes(nodeIds: [${nodeIds(largeRoomId, 50).join()}]) { ... on LogEntry { outputData } }`,
    item: '"outputData":"yyy',
    fields: ['Query.nodes'],
  },
  {
    kind: 'query',
    name: 'API keys',
    caller: 'mallory',
    selection: () => `me { apiKeys { id name prefix scopes createdAt models } }`,
    item: '"name":"nnn',
    fields: ['Account.apiKeys', 'ApiKey.models', 'ApiKey.scopes'],
  },
  { kind: 'fixed', items: 50, fields: ['Query.myShareLinks'] },
  // an account has at most 100 of 2,000 entries each, whose pages are counted by their bytes
  {
    kind: 'fixed',
    items: 100,
    fields: ['Query.myLorebooks', 'LorebookConnection.edges', 'LorebookConnection.nodes'],
  },
  {
    kind: 'fixed',
    items: 100,
    fields: ['Lorebook.entries', 'LorebookEntryConnection.edges', 'LorebookEntryConnection.nodes'],
  },
  { kind: 'fixed', items: 200, fields: ['LorebookEntry.keys', 'LorebookEntry.secondaryKeys', 'LorePreview.keys'] },
  { kind: 'fixed', items: 1_000, fields: ['Lorebook.notes', 'Lorebook.roomIds', 'Lorebook.characterIds'] },
  { kind: 'fixed', items: 2_000, fields: ['Query.previewLorebook'] },
  { kind: 'fixed', items: 10, fields: ['CharacterCost.parts'] },
  { kind: 'fixed', items: 300, fields: ['Generation.lore', 'LoreUse.entries'] },
  // an account has at most 50 of 4,000 characters
  {
    kind: 'fixed',
    items: 50,
    fields: ['Query.myPersonas', 'PersonaConnection.edges', 'PersonaConnection.nodes'],
  },
  {
    kind: 'fixed',
    items: 10,
    fields: ['AddSecondFactorPayload.recoveryCodes', 'RenewRecoveryCodesPayload.recoveryCodes'],
  },
  { kind: 'fixed', items: 100, fields: ['ImportCharacterPayload.notices'] },
  {
    kind: 'query',
    name: 'second factors',
    caller: 'mallory',
    selection: () => `me { secondFactors { id kind name createdAt lastUsedAt } recoveryCodesLeft }`,
    // she has added none; an account has at most ten
    item: '[]',
    fields: ['Account.secondFactors'],
  },
  {
    kind: 'query',
    name: 'models',
    caller: 'mallory',
    selection: () => `models { name available included defaultFor memberships sampling }`,
    item: '"name":"Local"',
    fields: ['Query.models', 'Model.defaultFor', 'Model.memberships', 'Model.sampling'],
  },
  {
    kind: 'query',
    name: 'sign-in providers',
    caller: 'guest',
    selection: () => `socialProviders { id name }`,
    // no provider is configured: the operator's list has at most three
    item: '[]',
    fields: ['Query.socialProviders'],
  },
  {
    kind: 'query',
    name: 'domains of addresses',
    caller: 'guest',
    selection: () => `installation { registrationDomains passkeyOrigins }`,
    // the operator has named none; a value has at most 2,000 characters
    item: '[]',
    fields: ['Installation.registrationDomains', 'Installation.passkeyOrigins'],
  },
  {
    kind: 'query',
    name: 'models of a usage',
    caller: 'mallory',
    selection: () => `myUsage { models }`,
    item: '"Local"',
    fields: ['Usage.models'],
  },
  {
    kind: 'subscription',
    name: 'snapshot of entries',
    caller: 'guest',
    selection: ({ largeRoomId }) =>
      `roomEvents(roomId: "${largeRoomId}") { ... on RoomSnapshot { entries { outputData } } }`,
    fields: ['RoomSnapshot.entries'],
  },
  {
    kind: 'subscription',
    name: 'snapshot of generations',
    caller: 'mallory',
    selection: ({ generationsRoomId }) =>
      `roomEvents(roomId: "${generationsRoomId}") { ... on RoomSnapshot { generations { text } entries { outputData } } }`,
    fields: ['RoomSnapshot.generations'],
  },
  {
    kind: 'subscription',
    name: 'list of rooms',
    caller: 'mallory',
    selection: () => `myRoomEvents { rooms { id name } deletedRoomIds }`,
    fields: ['RoomListEvent.rooms', 'RoomListEvent.deletedRoomIds'],
  },
  { kind: 'rest', operationId: 'loadOfficeLog', fields: ['Query.logRoomEntries'] },
  { kind: 'rest', operationId: 'listModels', fields: ['Query.completionModels'] },
]

/** One sentence for each list field without a recipe, and for each recipe of a removed field. */
export function recipeFaults(fields: readonly string[], recipes: readonly ListRecipe[]): readonly string[] {
  const reached = new Set(recipes.flatMap((recipe) => recipe.fields))
  return [
    ...fields
      .filter((field) => !reached.has(field))
      .map((field) => `${field} returns a list and has no recipe in test/abuse/attacks/list-recipes.ts`),
    ...[...reached]
      .filter((field) => !fields.includes(field))
      .map((field) => `test/abuse/attacks/list-recipes.ts has a recipe for ${field}, which is no list of a schema`),
  ]
}

/** The document of a recipe, with as many aliases as are allowed, or with the given number. */
export function documentOf(
  recipe: Exclude<ListRecipe, { kind: 'rest' | 'operator' | 'fixed' }>,
  world: World,
  aliases?: number,
): string {
  const selection = recipe.selection(world)
  if (recipe.kind === 'subscription') return `subscription { ${selection} }`
  const count = aliases ?? recipe.aliases ?? mostAliases
  return `{ ${Array.from({ length: count }, (_, alias) => `a${String(alias)}: ${selection}`).join(' ')} }`
}

export function tokenOf(caller: Caller, world: World): string | undefined {
  return caller === 'guest' ? undefined : world[caller].token
}
