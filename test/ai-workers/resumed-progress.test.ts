import { describe, expect, it } from '@jest/globals'
import { ProgressBuffer } from '../../ai-workers/progress-buffer.js'
import { encodeLine } from '../../ai-workers/remote/wire.js'
import { OpenJob } from '../../ai-workers/shared-queue/open-job.js'
import type { ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { replyJob } from '../contracts/reply-fixture.js'

type Piece = Extract<ReplyProgress, { kind: 'delta' | 'thought' }>
const piece = (kind: Piece['kind'], offset: number, delta: string): Piece => ({ kind, attempt: 1, offset, delta })
const isPiece = (progress: ReplyProgress): progress is Piece => progress.kind === 'delta' || progress.kind === 'thought'

const search = { kind: 'search', state: 'LEFT_OUT', query: 'Hello', sources: [] } as const

const steps = [
  { kind: 'started' as const },
  search,
  ...[piece('thought', 0, 'Hm, '), piece('thought', 4, 'yes.'), piece('delta', 0, 'A'), piece('thought', 8, ' Go.')],
  ...[piece('delta', 1, 'hoy'), piece('thought', 12, ' On.'), { kind: 'end' as const, outcome: 'completed' as const }],
]

/** A reader of the steps of a job, as the queue hands them out. */
async function readAll(resumeAt?: string): Promise<ReplyProgress[]> {
  const job = new OpenJob({ ...replyJob('Local'), outlivesReader: true, resumeAt })
  const from = Number(job.lastEntry.split('-')[0])
  for (const [index, step] of steps.entries()) {
    if (index + 1 <= from) continue
    job.lastEntry = `${String(index + 1)}-0`
    job.receive('run', encodeLine(step))
  }
  const read: ReplyProgress[] = []
  for await (const progress of job) read.push(progress)
  return read
}

function folded(pieces: readonly ReplyProgress[], known = { delta: '', thought: '' }) {
  const kept = { ...known }
  for (const { kind, offset, delta } of pieces.filter(isPiece)) kept[kind] = kept[kind].slice(0, offset) + delta
  return kept
}

const whole = { delta: 'Ahoy', thought: 'Hm, yes. Go. On.' }

describe('the progress of a job that outlives its reader', () => {
  it('continues after any of its pieces, with thoughts and text', async () => {
    const all = await readAll()
    expect(folded(all)).toEqual(whole)
    const pieces = all.filter(isPiece)
    expect(pieces).toHaveLength(6)
    for (const [index, { resumeAt }] of pieces.entries()) {
      const rest = await readAll(resumeAt)
      expect(rest.filter(isPiece)).toHaveLength(pieces.length - index - 1)
      expect(folded(rest, folded(pieces.slice(0, index + 1)))).toEqual(whole)
      expect(rest.at(-1)).toMatchObject({ kind: 'end' })
    }
  })

  it('has its search again for a reader that continues after the start, which stores it with the first piece', async () => {
    const [first, second] = await readAll()
    expect(second).toEqual(search)
    const resumeAt = first && 'resumeAt' in first ? first.resumeAt : undefined
    expect((await readAll(resumeAt))[1]).toEqual(search)
  })

  it('is merged across its search, of which a slow reader gets the newest, and without an earlier attempt', () => {
    const buffer = new ProgressBuffer(0, () => undefined)
    const second = { ...piece('delta', 0, 'Again'), attempt: 2 }
    for (const each of [{ ...search, state: 'ENDED' as const }, search, piece('delta', 0, 'A'), search, second])
      buffer.add(each)
    buffer.close()
    expect([buffer.shift(), buffer.shift(), buffer.shift(), buffer.shift()]).toEqual([
      search,
      search,
      second,
      undefined,
    ])
  })

  it('continues after a piece of an earlier release, which counted no thoughts', async () => {
    const [first] = (await readAll()).filter(({ kind }) => kind === 'started')
    const resumeAt = first && 'resumeAt' in first ? first.resumeAt : undefined
    const earlier = resumeAt?.split(' ').slice(0, 4).join(' ')
    expect(folded(await readAll(earlier))).toEqual(whole)
  })

  it('loses nothing for a slow reader that stores a merged piece, wherever it is merged', async () => {
    const all = (await readAll()).filter(isPiece)
    for (let count = 1; count <= all.length; count += 1) {
      const buffer = new ProgressBuffer(0, () => undefined)
      for (const each of all.slice(0, count)) buffer.add(each)
      buffer.close()
      const read: Piece[] = []
      for (let next = buffer.shift(); next; next = buffer.shift()) if (isPiece(next)) read.push(next)
      expect(read.length).toBeLessThanOrEqual(2)
      for (const [index, { resumeAt }] of read.entries()) {
        const known = folded(read.slice(0, index + 1))
        expect(folded(await readAll(resumeAt), known)).toEqual(whole)
      }
    }
  })
})
