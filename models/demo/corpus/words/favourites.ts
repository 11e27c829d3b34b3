import type { Attribute } from '../attribute.js'
import { placeName } from './names.js'
import * as values from './values.js'
import type { Value } from './values.js'

const kinds: readonly (readonly [noun: string, value: Value, verb?: string])[] = [
  ['food', values.food, 'eat'],
  ['dish', values.food, 'eat'],
  ['drink', values.drink, 'drink'],
  ['colour', values.colour],
  ['animal', values.animal],
  ['season', values.season],
  ['book', values.title, 'read'],
  ['song', values.title, 'sing'],
  ['film', values.title, 'watch'],
  ['place', placeName, 'visit'],
  ['town', placeName],
  ['sport', values.sport],
  ['game', values.sport, 'play'],
  ['number', values.code],
  ['word', values.word],
  ['instrument', values.instrument],
  ['subject', values.subjectOfStudy],
  ['month', values.month],
]

/** "My favourite food": one attribute for every kind of thing. */
export const favourites: readonly Attribute[] = kinds.map(([kind, value, verb]) => ({
  key: `favourite ${kind}`,
  noun: `favourite ${kind}`,
  value,
  says: [
    `{Poss} favourite ${kind} is {v}`,
    `Of all, {poss} favourite ${kind} is {v}`,
    `{Subj} <likes|like> the ${kind} {v} [most|best]`,
    ...(verb === undefined ? [] : [`{Subj} <likes|like> to ${verb} {v} [most|best] of all`]),
  ],
  asks: {
    training: [
      `What is your favourite ${kind}`,
      `Which ${kind} do you like [most|best]`,
      `What ${kind} do you like [most|best]`,
      `Do you have a favourite ${kind}`,
      `Which is your favourite ${kind}`,
      `What is the ${kind} you like [most|best]`,
      `Your favourite ${kind}`,
      `[Say|Name|Give] me your favourite ${kind}`,
      `Which of all ${kind}s do you like [most|best]`,
      `Is there a ${kind} you like [most|more than others]`,
      `What ${kind} is your favourite`,
      `The ${kind} you like [most|best] is which`,
      `Do you like a ${kind} [most|best] of all`,
      `I want to know your favourite ${kind}`,
      ...(verb === undefined ? [] : [`What do you like to ${verb} [most|best]`]),
    ],
    heldOut: [
      `Tell me your favourite ${kind}`,
      `Which ${kind} is your favourite`,
      `Is there a ${kind} that you like best`,
      `Of all, which ${kind} do you like most`,
    ],
  },
  answers: [`My favourite ${kind} is {v}.`],
}))
