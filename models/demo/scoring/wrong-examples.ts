import { skills } from '../corpus/dialogue.js'
import { isEndedAnswer, isRightAnswer, isWholeAnswer, type Answered } from './score.js'

/** A number of wrong replies per skill, and of replies that are not a whole sentence or have no end. */
export function wrongExamples(answered: readonly Answered[], count: number): string {
  const wrong = skills.map((skill) => ({
    title: skill,
    found: answered.filter((one) => one.dialogue.skill === skill && !isRightAnswer(one)),
  }))
  const broken = {
    title: 'not whole, or without an end',
    found: answered.filter((one) => !isWholeAnswer(one) || !isEndedAnswer(one)),
  }
  return [...wrong, broken]
    .filter(({ found }) => found.length > 0)
    .flatMap(({ title, found }) => [`## ${title}`, ...found.slice(0, count).map(example)])
    .join('\n\n')
}

function example({ dialogue: { question, expected }, reply: { text, receipt } }: Answered): string {
  return [
    `asked:    ${JSON.stringify(question.message)}${question.history.length > 0 ? ` after ${question.history.length} exchanges` : ''}`,
    `expected: ${expected.map((texts) => texts.join(' or ')).join(', and ')}`,
    `reply:    ${JSON.stringify(text)}${receipt.finish === 'stop' ? '' : ` (${receipt.finish})`}`,
  ].join('\n')
}
