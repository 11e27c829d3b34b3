import { describe, expect, it } from '@jest/globals'
import { messagesOf } from '@parley/engine'
import type { BackendJob } from '../../ai-workers/backends/backend.js'
import { fitHosted } from '../../ai-workers/backends/hosted/fit-hosted.js'
import { buildPrompt } from '../../ai-workers/prompts/build-prompt.js'
import { demonstrationPrompt } from '../../ai-workers/prompts/demonstration-prompt.js'
import { keptOf } from '../../ai-workers/prompts/kept.js'
import { jobsWithFewerExtras } from '../../ai-workers/prompts/lore.js'
import type { JobPassage } from '../../src/ports/reply-generator/reply-generator.js'

const now = Date.UTC(2026, 2, 1)
const passage = (number: number, change: Partial<JobPassage> = {}): JobPassage => ({
  ...{ number, title: 'lease.pdf', place: `page ${number}`, text: `Text ${number}.\n\n`, rank: number - 1 },
  ...change,
})
const files = [{ name: 'lease.pdf' }, { name: 'scan.pdf', note: 'no text could be read: it has pictures only' }]
const job = (change: Partial<BackendJob> = {}): BackendJob => ({
  ...{ id: '1', kind: 'office', model: 'Local', message: 'When does it end?', history: [] },
  ...{ searchAccess: false, deadline: Infinity, files, passages: [passage(1), passage(2)], ...change },
})
const textsOf = (sent: BackendJob) => messagesOf(buildPrompt(sent, { now })).map(({ role, text }) => `${role}: ${text}`)

describe('a prompt with files', () => {
  it('names the files in the system text, and what cannot be read', () => {
    const [system = ''] = textsOf(job())
    expect(system).toContain(
      'Files of this conversation:\n- lease.pdf\n- scan.pdf (no text could be read: it has pictures only)\n',
    )
    expect(system).not.toContain('Text 1.')
  })

  it('has the passages that suit a message before it, with their numbers and places', () => {
    for (const kind of ['office', 'character'] as const) {
      const message = textsOf(job({ kind, passages: [passage(1), passage(2, { place: null })] })).at(-1) ?? ''
      expect(message).toMatch(
        /^user: Passages of the files .*:\n\n\[1\] lease\.pdf, page 1\nText 1\.\n\n\[2\] lease\.pdf\nText 2\.\n\n/,
      )
      expect(message).toMatch(/When does it end\?$/)
    }
  })

  it('has whole files in the system text, which later messages do not change', () => {
    const whole = job({ hasWholeFiles: true })
    const [system = '', message = ''] = textsOf(whole)
    expect(system).toMatch(/\[1\] lease\.pdf, page 1\nText 1\.\n\n\[2\] lease\.pdf, page 2\nText 2\.$/)
    expect(message).not.toContain('Text 1.')
    expect(textsOf({ ...whole, message: 'And then?' })[0]).toBe(system)
  })

  it('says nothing of files without any', () => {
    expect(textsOf(job({ files: undefined, passages: undefined })).join('\n')).not.toContain('[1]')
  })

  it('has ever fewer passages where they do not fit, those of the highest ranks first, and then less lore', () => {
    const passages = [3, 1, 2, 4].map((rank, index) => passage(index + 1, { rank: rank - 1 }))
    const lore = [{ text: 'Lore', position: 'AFTER_NOTE', depth: 4, role: 'SYSTEM', rank: 0 } as const]
    const tries = jobsWithFewerExtras(job({ passages, lore, hasWholeFiles: true }))
    const left = tries.map((one) => [one.passages?.map(({ number }) => number), one.lore?.length, one.hasWholeFiles])
    expect(left).toEqual([
      [[1, 2, 3, 4], 1, true],
      [[2], 1, false],
      [undefined, 1, false],
      [undefined, undefined, false],
    ])
    expect(keptOf(tries[0] ?? job(), tries[1] ?? job())).toEqual({ loreKept: 1, passagesKept: 1 })
  })

  it('is shortened to the context of a hosted model', () => {
    const passages = Array.from({ length: 40 }, (_, index) => passage(index + 1, { text: 'word '.repeat(100) }))
    const options = { maxTokens: 200, reservedTokens: 200, now }
    const { job: sent } = fitHosted(job({ passages, contextTokens: 2_000 }), options)
    const kept = sent.passages?.length ?? 0
    expect(kept).toBeGreaterThan(5)
    expect(kept).toBeLessThan(20)
    expect(sent.passages?.every(({ rank }) => rank < kept)).toBe(true)
  })

  it('has the best passages where the demonstration model expects references', () => {
    const passages = [passage(1, { rank: 2 }), passage(2, { rank: 1 }), passage(3, { rank: 0 })]
    const [system, message] = messagesOf(demonstrationPrompt(job({ passages }), { now }, 2))
    expect(system?.text).not.toContain('Files of this conversation')
    expect(message?.text).toContain(
      'Reference text:\n3. lease.pdf, page 3\nText 3.\n\n2. lease.pdf, page 2\nText 2.\n\nMessage:\nWhen does it end?',
    )
  })
})
