import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { LocalBackend } from '../../ai-workers/backends/local-backend.js'
import { perKind } from '../../src/kinds.js'
import { partOf } from '../../models/demo/corpus/draw.js'
import { dateProbe, jobOf, probes, titled } from '../support/ai-workers/demo-probes.js'
import { answer } from '../support/ai-workers/tiny-models.js'

const modelPath = fileURLToPath(new URL('../../models/demo.gguf', import.meta.url))

describe('what the bundled model knows', () => {
  // a date that does not occur in its training
  const now = Date.parse('2031-02-16T09:30:00Z')
  const known = [...probes, dateProbe('2031-02-16')]
  let backend: LocalBackend
  beforeAll(async () => {
    const sampling = { temperature: 0, maxTokens: 120 }
    backend = await LocalBackend.open({ modelPath, threads: 1, sampling: perKind(() => sampling), clock: () => now })
  })
  afterAll(() => backend.close())

  it.each(titled(known))('comes from its prompt, and is missing without %s', async (_part, probe) => {
    const prompted = await answer(backend, jobOf(probe))
    for (const text of probe.says) expect(prompted.text).toContain(text)
    const unprompted = await answer(backend, { ...jobOf(probe), ...probe.dropped })
    for (const text of probe.says) expect(unprompted.text).not.toContain(text)
  })

  it('uses the part that its training never draws', () => {
    const names = [
      'Isolde',
      'Barnaby',
      'Merle',
      'turquoise',
      'bee keeper',
      '47',
      'the Vannoch Bridge',
      '1927',
      'the Dovra Museum',
      '08:45',
    ]
    const characters = probes.flatMap(({ character }) => (character ? [character.name] : []))
    for (const name of [...names, ...characters, '2031-02-16']) expect([name, partOf(name)]).toEqual([name, 'held-out'])
  })
})
