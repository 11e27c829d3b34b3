import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

export interface ReaderJob {
  readonly url: string
  readonly token: string
  readonly roomId: string
  readonly sockets: number
  /** Subscriptions of each socket. */
  readonly perSocket: number
}

const countsSchema = z.object({
  /** Received while measured. */
  messages: z.number(),
  /** Sockets that the server closed. */
  closed: z.number(),
})

export type ReaderCounts = z.infer<typeof countsSchema>

/** Opens the readers in their own process, and calls `measure` when each has received its first event. */
export async function readFromOutside(job: ReaderJob, measure: () => Promise<void>): Promise<ReaderCounts> {
  const child = fork('bench/readers/readers.ts', { execArgv: ['--import', './tools/run-ts.mjs'] })
  const ended = once(child, 'exit')
  const nextMessage = async (): Promise<unknown> => {
    const [received] = (await Promise.race([once(child, 'message'), ended])) as unknown[]
    return received
  }
  child.send(job)
  if ((await nextMessage()) !== 'open') throw new Error('the readers could not be opened')
  child.send('measure')
  await measure()
  child.send('stop')
  const counts = countsSchema.parse(await nextMessage())
  await ended
  return counts
}
