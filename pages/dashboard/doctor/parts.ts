import type { StorePart } from '../operations.generated.js'

/** In the order of an examination: purges first, since what they delete is then not a finding. */
export const parts: readonly StorePart[] = [
  'PURGES',
  'LOGS',
  'REMNANTS',
  'SEARCH',
  'RECORDS',
  'REPLIES',
  'IMAGES',
  'FILES',
  'UPLOADS',
  'CARDS',
  'CHARACTERS',
  'PERSONAS',
  'ACCOUNTS',
]
