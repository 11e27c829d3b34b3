import type { Doctor } from '../../../src/doctor/doctor.js'
import type { StorePart } from '../../../src/doctor/finding-kinds.js'

const parts: readonly StorePart[] = [
  'purges',
  'logs',
  'remnants',
  'search',
  'records',
  'replies',
  'images',
  'files',
  'characters',
  'accounts',
]

/** All findings of the doctor, of any age, as text. */
export async function findingsOf(doctor: Doctor): Promise<string[]> {
  const found: string[] = []
  for (const part of parts) {
    let after: string | null = null
    do {
      const { findings, next } = await doctor.examine({ kind: 'service' }, { part, after, minAgeMs: 0 })
      found.push(...findings.map(({ kind, detail }) => `${kind}: ${detail}`))
      after = next
    } while (after !== null)
  }
  return found
}
