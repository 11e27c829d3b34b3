import type { Doctor } from '../../../src/doctor/doctor.js'
import { storeParts } from '../../../src/doctor/finding-kinds.js'

/** All findings of the doctor, of any age, as text. */
export async function findingsOf(doctor: Doctor): Promise<string[]> {
  const found: string[] = []
  for (const part of storeParts) {
    let after: string | null = null
    do {
      const { findings, next } = await doctor.examine({ kind: 'service' }, { part, after, minAgeMs: 0 })
      found.push(...findings.map(({ kind, detail }) => `${kind}: ${detail}`))
      after = next
    } while (after !== null)
  }
  return found
}
