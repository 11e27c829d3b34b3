import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { say } from './stages.mjs'

/**
 * Guessing among 2,048 tokens has a loss of 7.6; a model that has learned the phrases of the corpus is far below this.
 */
const highestLoss = 4.5

/** The number of ordinary prompts in engine-replies.ts; the others are difficult for a tokenizer. */
const ordinary = 2

/** Makes a small model and checks it. Returns the number of failed checks; a failed stage counts as one. */
export async function smoke(stages, resultsPath) {
  const outcomes = []
  const check = async (name, look) => {
    try {
      await look()
      outcomes.push(true)
      say(`passed: ${name}`)
    } catch (error) {
      outcomes.push(false)
      say(`FAILED: ${name}: ${error.message}`)
    }
  }
  try {
    await check('every stage leaves its outcome', () => stages.all())
    if (outcomes[0]) await checkModel(stages, check)
  } finally {
    if (resultsPath !== undefined) writeResults(resultsPath, outcomes)
  }
  return outcomes.filter((passed) => !passed).length
}

async function checkModel(stages, check) {
  await check(`the loss falls below ${highestLoss}`, () => {
    const { loss, tokens } = JSON.parse(readFileSync(stages.outcome, 'utf8'))
    say(`loss ${loss} after ${tokens} tokens, ${statSync(stages.model).size} bytes`)
    if (!(loss < highestLoss)) throw new Error(`it is ${loss}`)
  })
  let replies
  await check('the exported file replies in the real engine, and its replies end', async () => {
    replies = await stages.replies()
    const lines = readFileSync(replies, 'utf8').trimEnd().split('\n').slice(0, ordinary)
    for (const line of lines) mustBeReply(JSON.parse(line))
  })
  await check('the engine reads and says what the network does', () => stages.agree(replies))
}

function mustBeReply({ text, ended }) {
  if (!ended) throw new Error(`no end: ${JSON.stringify(text)}`)
  if (text.trim() === '' || text.includes('\uFFFD')) throw new Error(`no text: ${JSON.stringify(text)}`)
}

function writeResults(path, outcomes) {
  const numPassedTests = outcomes.filter(Boolean).length
  const numFailedTests = outcomes.length - numPassedTests
  writeFileSync(path, JSON.stringify({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites: 0 }))
}
