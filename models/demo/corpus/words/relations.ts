import type { Attribute } from '../attribute.js'
import { firstName } from './names.js'

const kinds = [
  'brother',
  'sister',
  'best friend',
  'mother',
  'father',
  'teacher',
  'cousin',
  'neighbour',
  'uncle',
  'aunt',
  'boss',
  'worst enemy',
  'son',
  'daughter',
  'grandmother',
  'wife',
  'husband',
]

/** People by name. */
export const relations: readonly Attribute[] = kinds.map((kind) => ({
  key: kind,
  noun: kind,
  value: firstName,
  says: [
    `{Poss} ${kind} is [called |named |]{v}`,
    `{Poss} ${kind} is {v}`,
    `The name of {poss} ${kind} is {v}`,
    `{Subj} <has|have> a ${kind} [called|named] {v}`,
    `{v} is {poss} ${kind}`,
  ],
  asks: {
    training: [
      `What is the name of your ${kind}`,
      `What is your ${kind} called`,
      `Who is your ${kind}`,
      `What is your ${kind}'s name`,
      `Do you have a ${kind}`,
      `How is your ${kind} called`,
      `Your ${kind}'s name`,
      `Your ${kind} is who`,
      `[Say|Give] me the name of your ${kind}`,
      `Which name does your ${kind} [have|go by|use]`,
      `What do you call your ${kind}`,
      `Do you know the name of your ${kind}`,
      `I want to know who your ${kind} is`,
      `How do you call your ${kind}`,
      `Your ${kind}, who is that`,
      `What [about|of] your ${kind}`,
    ],
    heldOut: [
      `Tell me the name of your ${kind}`,
      `What name does your ${kind} have`,
      `Who is it that is your ${kind}`,
      `And your ${kind} is called what`,
    ],
  },
  answers: [`My ${kind} is called {v}.`],
}))
