import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { runCommand } from '../../tools/operator/command.js'
import { gradedSkills, type Dialogue } from './corpus/dialogue.js'
import { heldOutDialogues } from './corpus/dialogues.js'
import { AskedModel } from './scoring/asked-model.js'
import { firstOfEachSkill, readDialogues } from './scoring/read-dialogues.js'
import { readScoreOptions, type ScoreOptions } from './scoring/score-options.js'
import { scoreTable } from './scoring/score-table.js'
import { answerAll, answerSampled, scoresOf, type Answered } from './scoring/score.js'
import { wrongExamples } from './scoring/wrong-examples.js'

// node --import ./tools/run-ts.mjs models/demo/score.ts --model FILE [--sampled] [--show 3] [--json FILE]: tests a
// model on the skills of the corpus, with the workers' own engine and prompts. A missed target is reported, but is not
// a failure.

/** As in emit-corpus.ts. */
const seed = 1

await runCommand(async () => {
  const options = readScoreOptions(process.argv.slice(2))
  const dialogues = dialoguesOf(options)
  const model = await AskedModel.open({ modelPath: options.model, threads: options.threads })
  try {
    const startedAt = performance.now()
    const answered = await answerAll(model, dialogues)
    const names = dialogues.filter(({ skill }) => skill === 'name')
    const sampled = options.sampled ? await answerSampled(model, names) : undefined
    const scores = scoresOf(answered, sampled)
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    const name = basename(options.model)
    if (options.json !== undefined) writeJson(options.json, { model: name, ...scores })
    return [
      ...(options.show > 0 ? [wrongExamples(answered, options.show)] : []),
      scoreTable(scores),
      `${name}: ${answered.length} dialogues, ${tokensOf(answered)} tokens of replies, ${seconds} s on ${options.threads} threads.`,
    ].join('\n\n')
  } finally {
    await model.close()
  }
})

function dialoguesOf({ dialogues, 'per-skill': perSkill }: ScoreOptions): Dialogue[] {
  if (dialogues !== undefined) return firstOfEachSkill(readDialogues(dialogues), perSkill)
  return gradedSkills.flatMap((skill, index) => heldOutDialogues(skill, perSkill, seed + index))
}

function tokensOf(answered: readonly Answered[]): number {
  return answered.reduce((sum, { reply }) => sum + reply.receipt.replyTokens, 0)
}

function writeJson(file: string, figures: object): void {
  writeFileSync(file, `${JSON.stringify(figures, undefined, 2)}\n`)
}
