import { parseArgs } from 'node:util'
import { z } from 'zod'

const count = z.coerce.number().int().min(0)
const options = z.object({
  /** A GGUF file. */
  model: z.string({ error: '--model PATH is needed' }),
  /** JSON lines; the generator's own held-out dialogues when unset. */
  dialogues: z.string().optional(),
  'per-skill': count.default(100),
  threads: count.min(1).default(1),
  /** Whether names are also scored with the services' own sampling. */
  sampled: z.boolean().default(false),
  /** The number of wrong replies to print per skill. */
  show: count.default(0),
  /** The file for the figures. */
  json: z.string().optional(),
})
export type ScoreOptions = z.infer<typeof options>

/** Throws an Error with a sentence about the fault of the command line. */
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
