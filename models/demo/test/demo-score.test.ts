import { describe, expect, it } from '@jest/globals'
import { samplings } from '../../../ai-workers/backends/sampling.js'
import { gradedSkills } from '../corpus/dialogue.js'
import { heldOutDialogues } from '../corpus/dialogues.js'
import { isRight, isWhole } from '../scoring/judgement.js'
import { scoresOf, type Answered } from '../scoring/score.js'
import { scoreTable } from '../scoring/score-table.js'

const expected = [['1927'], ['https://a.example/bridge', 'https://b.example/']]

describe('a reply of the bundled model', () => {
  it.each([
    ['It was built in 1927. Source: https://a.example/bridge', true],
    ['HTTPS://B.EXAMPLE/ says 1927.', true],
    ['It was built in 1927.', false],
    ['It was built in 1872. Source: https://a.example/bridge', false],
    ['It was built in 19270. Source: https://a.example/bridge', false],
    ['It was built in 1927. Source: https://a.example/bridges', false],
    ['19271 or 1927? See https://b.example/.', true],
  ])('is right when it says one text of every row, letter by letter: %s', (reply, isIt) => {
    expect(isRight({ expected }, reply)).toBe(isIt)
  })

  it.each([
    ['My name is Orla.', true],
    ['"Ahoy!" she said. "Come in!"', true],
    ['7 metres, I think?', true],
    ['Source: https://a.example/bridge?id=7', true],
    ['*waves* Hello there!', true],
    ['Élan is what I need!', true],
    ['My name is', false],
    [' I am late.', false],
    [', said the cat.', false],
    ['My.', false],
    ['I am..a.', false],
    ['Nice to meet you,.', false],
    ['I am \uFFFD.', false],
    ['I am \uD83D.', false],
    ['', false],
  ])('is whole when it begins and ends as sentences do: %s', (reply, isIt) => {
    expect(isWhole(reply)).toBe(isIt)
  })
})

describe('the scores', () => {
  const names = ['I am Orla.', 'I am Orla', 'My name is Bo.'].map((text, index) =>
    answered('name', [['Orla']], text, index === 1 ? 'length' : 'stop'),
  )

  it('count correct replies per skill, and over all replies whole ones and ended ones', () => {
    const scores = scoresOf([...names, answered('smalltalk', [], 'Goodbye!')], names.slice(0, 1))
    expect(scores).toEqual({
      skills: { name: { asked: 3, right: 2, percent: 66.7, target: 95 } },
      whole: { asked: 4, right: 3, percent: 75, target: 99 },
      ended: { asked: 4, right: 3, percent: 75, target: 99 },
      sampledNames: { asked: 1, right: 1, percent: 100, target: 80 },
    })
  })

  it('report for every target whether it is met', () => {
    const table = scoreTable(scoresOf(names, names.slice(0, 1)))
    expect(table).toContain('| name | 3 | 2 | 66.7 | 95 | missed |')
    expect(table).toContain("| name, at the services' sampling | 1 | 1 | 100.0 | 80 | met |")
  })
})

describe('the held-out dialogues', () => {
  it.each(gradedSkills)('have a correct and whole reply: %s', (skill) => {
    const dialogues = heldOutDialogues(skill, 60, 1)
    expect(dialogues.filter((dialogue) => !isRight(dialogue, dialogue.reply) || !isWhole(dialogue.reply))).toEqual([])
  })

  it('are written as people type: a space follows a punctuation mark', () => {
    const messages = gradedSkills.flatMap((skill) =>
      heldOutDialogues(skill, 60, 1).map(({ question }) => question.message),
    )
    expect(messages.filter((message) => /[a-z][,:!?][a-z]/i.test(message))).toEqual([])
  })
})

function answered(
  skill: Answered['dialogue']['skill'],
  rows: readonly (readonly string[])[],
  text: string,
  finish: 'stop' | 'length' = 'stop',
): Answered {
  const question = { kind: 'office', message: '?', history: [], now: 0 } as const
  const counts = { promptTokens: 1, reusedTokens: 0, readTokens: 1, replyTokens: 1, turnsKept: 0, turnsDropped: 0 }
  const receipt = { model: 'demo', sampling: samplings.office, ...counts, finish }
  return { dialogue: { skill, question, reply: '', learned: [], expected: rows }, reply: { text, receipt } }
}
