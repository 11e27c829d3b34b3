import { describe, expect, it } from '@jest/globals'
import { gradedSkills, skills, type Dialogue } from '../corpus/dialogue.js'
import { heldOutDialogues, trainingDialogues } from '../corpus/dialogues.js'
import { partOf } from '../corpus/draw.js'
import { trainingLine } from '../corpus/training-line.js'

const many = 3_000
const training = take(many, 1)
const heldOut = gradedSkills.flatMap((skill) => heldOutDialogues(skill, 60, 7))
// months and weekdays are derived from the date, which is written in figures
const copied = new Set(['name', 'context', 'reference', 'user-name', 'user-fact', 'echo'])

describe('the corpus of the demo model', () => {
  it('is the same for the same seed, and different for another', () => {
    expect(take(50, 1)).toEqual(training.slice(0, 50))
    expect(take(50, 2)).not.toEqual(training.slice(0, 50))
  })

  it('contains hardly any repetition', () => {
    const distinct = new Set(training.map((dialogue) => JSON.stringify(trainingLine(dialogue).messages)))
    expect(distinct.size).toBeGreaterThan(many * 0.99)
  })

  it('has every skill', () => {
    expect(new Set(training.map(({ skill }) => skill))).toEqual(new Set(skills))
  })

  it('has the expected texts in its replies', () => {
    const wrong = [...training, ...heldOut].filter(
      ({ reply, expected }) => !expected.every((texts) => texts.some((text) => reply.includes(text))),
    )
    expect(wrong).toEqual([])
  })

  it('asks only for facts in the prompt or earlier in the room', () => {
    const blind = [...training, ...heldOut].filter((dialogue) => {
      if (!copied.has(dialogue.skill)) return false
      const { messages } = trainingLine(dialogue)
      const told = messages.slice(0, -1).map(({ text }) => text)
      return !dialogue.expected.flat().every((fact) => told.join('\n').includes(fact))
    })
    expect(blind).toEqual([])
  })

  it('never trains on a reply that depends on another date', () => {
    const stale = training.flatMap(({ learned, question }) =>
      question.history.filter(({ outputData }, index) => learned[index] && /Source: |\d{4}-\d\d-\d\d/.test(outputData)),
    )
    expect(stale).toEqual([])
  })

  it('writes prompts like the workers, and learns the last reply', () => {
    const [first] = heldOutDialogues('date', 1, 1)
    if (!first) throw new Error('no dialogue')
    const { messages } = trainingLine(first)
    const [system] = messages
    expect(system).toMatchObject({ role: 'system', learned: false })
    expect(messages.at(-2)?.text).toMatch(/^Current date and time: \w+day, \d{4}-\d\d-\d\d \d\d:\d\d UTC\n\n/)
    expect(messages.at(-1)).toEqual({ role: 'assistant', text: first.reply, learned: true })
    expect(messages.slice(1, -1).map(({ role }) => role)).toEqual([
      ...first.question.history.flatMap(() => ['user', 'assistant']),
      'user',
    ])
  })
})

describe('held-out dialogues', () => {
  it('ask in words that training never uses', () => {
    const known = new Set(training.flatMap(messagesOf).map(shapeless))
    const repeated = heldOut.filter(
      ({ skill, question }) => skill !== 'greeting' && known.has(shapeless(question.message)),
    )
    expect(repeated.map(({ question }) => question.message)).toEqual([])
  })

  it('ask for names that training never has', () => {
    const texts = training.map((dialogue) => JSON.stringify(trainingLine(dialogue)))
    const names = heldOut.flatMap(({ skill, expected }) =>
      skill === 'name' || skill === 'user-name' ? expected.flat() : [],
    )
    const long = [...new Set(names)].filter((name) => name.length > 6)
    expect(long.length).toBeGreaterThan(20)
    expect(long.filter((name) => texts.some((text) => text.includes(name)))).toEqual([])
  })

  it('are selected by their content, not by chance', () => {
    expect(partOf('Marlow')).toBe(partOf('MARLOW'))
    const share = training.filter((_, index) => partOf(`name ${String(index)}`) === 'held-out').length / many
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.25)
  })
})

function take(count: number, seed: number): Dialogue[] {
  const dialogues = trainingDialogues(seed)
  return Array.from({ length: count }, () => dialogues.next().value)
}

function messagesOf({ question }: Dialogue): string[] {
  return [...question.history.map(({ inputData }) => inputData), question.message]
}

/** Without case and punctuation, in which messages differ. */
function shapeless(message: string): string {
  return message.toLowerCase().replace(/[^a-z ]/g, '')
}
