import type { Person } from '../app/person.js'

export interface SeenAlternative {
  readonly number: number
  readonly inputData: string
  readonly outputData: string
  readonly shown: boolean
  readonly generationId: string | null
  readonly model: string | null
}

export interface SeenEntry {
  readonly index: number
  readonly version: number
  readonly inputData: string
  readonly outputData: string
  readonly alternativeCount: number
  readonly alternatives: readonly SeenAlternative[]
}

const entryFields = `index version inputData outputData alternativeCount
  alternatives { number inputData outputData shown generationId model createdAt }`

export const regenerate = `mutation ($roomId: ID!, $index: Int!, $expectedVersion: Int, $inputData: String, $model: String,
  $idempotencyKey: String) { regenerate(roomId: $roomId, index: $index, expectedVersion: $expectedVersion,
  inputData: $inputData, model: $model, idempotencyKey: $idempotencyKey) {
  generation { id status message model regeneratesIndex } replayed } }`
export const continueReply = `mutation ($roomId: ID!, $index: Int!, $expectedVersion: Int, $model: String,
  $idempotencyKey: String) { continueReply(roomId: $roomId, index: $index, expectedVersion: $expectedVersion,
  model: $model, idempotencyKey: $idempotencyKey) {
  generation { id status text model cursor regeneratesIndex continuesFrom } replayed } }`
export const choose = `mutation ($roomId: ID!, $index: Int!, $alternative: Int!, $expectedVersion: Int) {
  chooseAlternative(roomId: $roomId, index: $index, alternative: $alternative, expectedVersion: $expectedVersion) {
    entry { ${entryFields} } } }`
export const truncate = `mutation ($roomId: ID!, $fromIndex: Int!, $expectedVersion: Int, $expectedLastIndex: Int) {
  truncateLog(roomId: $roomId, fromIndex: $fromIndex, expectedVersion: $expectedVersion,
    expectedLastIndex: $expectedLastIndex) { deletedFromIndex } }`
export const update = `mutation ($input: UpdateLogEntryInput!) { updateLogEntry(input: $input) { entry { ${entryFields} } } }`
export const remove = `mutation ($roomId: ID!, $index: Int!, $expectedVersion: Int) {
  deleteLogEntry(roomId: $roomId, index: $index, expectedVersion: $expectedVersion) { deletedIndex } }`
export const save = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'

/** The log of a room as its owner sees it. */
export async function logOf(person: Person, id: string): Promise<SeenEntry[]> {
  const { room } = (await person.data(
    `query ($id: ID!) { room(id: $id) { entries(first: 20) { nodes { ${entryFields} } } } }`,
    { id },
  )) as { room: { entries: { nodes: SeenEntry[] } } }
  return room.entries.nodes
}

/** Number and text of each alternative, the shown one with a star. */
export const replies = ({ alternatives }: Pick<SeenEntry, 'alternatives'>) =>
  alternatives.map(({ number, outputData, shown }) => `${number} ${outputData}${shown ? '*' : ''}`)
