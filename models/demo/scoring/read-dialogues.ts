import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { kinds } from '../../../src/kinds.js'
import { skills, type Dialogue } from '../corpus/dialogue.js'

const text = z.string()
const dialogue: z.ZodType<Dialogue> = z.object({
  skill: z.enum(skills),
  question: z.object({
    kind: z.enum(kinds),
    message: text,
    history: z.array(z.object({ inputData: text, outputData: text })),
    character: z.object({ name: text, greeting: text, context: text }).exactOptional(),
    instructions: text.exactOptional(),
    now: z.number(),
    references: text.exactOptional(),
  }),
  reply: text,
  learned: z.array(z.boolean()),
  expected: z.array(z.array(text)),
})

/** The dialogues of a file, one JSON object per line, in the format in which emit-corpus.ts prints held-out ones. */
export function readDialogues(file: string): Dialogue[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => dialogue.parse(JSON.parse(line)))
}

/** The first `count` dialogues of each skill. */
export function firstOfEachSkill(dialogues: readonly Dialogue[], count: number): Dialogue[] {
  return skills.flatMap((skill) => dialogues.filter((one) => one.skill === skill).slice(0, count))
}
