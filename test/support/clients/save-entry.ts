import type { Operation } from '../../../packages/client/src/index.js'

/** An operation that the package does not have: it appends an entry. */
export const saveEntry: Operation<
  { saveLogEntry: { entry: { index: number } } },
  { input: { roomId: string; inputData: string; outputData: string; kind: 'OFFICE' | 'CHARACTER' } }
> = { text: 'mutation SaveEntry($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }' }
