import { z } from 'zod'
import { Refusal } from '../command.js'
import type { DoorAnswer } from './ask.js'

const refusal = z.object({
  detail: z.union([z.string(), z.array(z.object({ location: z.array(z.unknown()), message: z.string() }))]),
  message: z.string().optional(),
})

/** The body of a successful answer; throws a sentence for a fault of the input or of the server. */
export function expected({ status, body }: DoorAnswer): unknown {
  if (status === 200) return body
  const { detail, message } = refusal.parse(body)
  const words = typeof detail === 'string' ? (message ?? detail) : detail.map(wordsOf).join('\n')
  throw new Refusal(words, [400, 409, 422].includes(status) ? 65 : status === 503 ? 69 : 70)
}

function wordsOf({ location, message }: { location: readonly unknown[]; message: string }): string {
  return `${String(location.at(-1))}: ${message.replace(/^Value error, /, '')}`
}
