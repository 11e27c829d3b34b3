import { parseArgs } from 'node:util'
import { z } from 'zod'

const count = z.coerce.number().int().min(0)
const options = z.object({
  /** A GGUF file. */
  model: z.string({ error: '--model PATH is needed' }),
  /** JSON lines; the generator's own held-out part when unset. */
  dialogues: z.string().optional(),
  'per-skill': count.default(100),
  threads: count.min(1).default(1),
  /** Names at the services' own sampling, too. */
  sampled: z.boolean().default(false),
  /** Wrong replies to print, of each skill. */
  show: count.default(0),
  /** Where the figures go. */
  json: z.string().optional(),
})
export type ScoreOptions = z.infer<typeof options>

/** Throws, in a sentence, what is wrong with the command line. */
export function readScoreOptions(args: readonly string[]): ScoreOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      model: { type: 'string' },
      dialogues: { type: 'string' },
      'per-skill': { type: 'string' },
      threads: { type: 'string' },
      sampled: { type: 'boolean' },
      show: { type: 'string' },
      json: { type: 'string' },
    },
  })
  const { data, error } = options.safeParse(values)
  if (!data) throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  return data
}
