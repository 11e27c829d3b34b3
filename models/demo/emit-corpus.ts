import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { finishingDialogues, heldOutDialogues, primerDialogues, trainingDialogues } from './corpus/dialogues.js'
import { gradedSkills } from './corpus/dialogue.js'
import { trainingLine } from './corpus/training-line.js'

// used by npm run demo-model: prints a line of JSON for every dialogue, the same ones for the same seed
const { values } = parseArgs({
  options: { part: { type: 'string' }, count: { type: 'string' }, seed: { type: 'string' } },
})
const options = z.object({
  part: z.enum(['primer', 'training', 'finishing', 'held-out']).default('training'),
  /** The number of dialogues; for held-out ones, per skill. */
  count: z.coerce.number().int().min(1).default(1_000),
  seed: z.coerce.number().int().default(1),
})
const { part, count, seed } = options.parse(values)

const endless = { primer: primerDialogues, training: trainingDialogues, finishing: finishingDialogues }

function* lines(): Generator<string, void, undefined> {
  if (part === 'held-out') {
    for (const [index, skill] of gradedSkills.entries()) {
      for (const dialogue of heldOutDialogues(skill, count, seed + index)) yield JSON.stringify(dialogue)
    }
    return
  }
  let left = count
  for (const dialogue of endless[part](seed)) {
    if (left <= 0) return
    left -= 1
    yield JSON.stringify(trainingLine(dialogue))
  }
}

for (const line of lines()) {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}
