import type { Draw } from '../draw.js'
import { capital, inventedWord } from './names.js'
import * as lists from './value-words.js'

/** Draws one value of a kind, such as a food. */
export type Value = (draw: Draw) => string

const listed =
  (items: readonly string[]): Value =>
  (draw) =>
    draw.own(() => draw.one(items))

const joined =
  (first: readonly string[], second: readonly string[]): Value =>
  (draw) =>
    draw.own(() => `${draw.one(first)} ${draw.one(second)}`)

export const food: Value = (draw) =>
  draw.own(() =>
    draw.chance(0.3)
      ? draw.one(lists.dishes)
      : `${draw.one(lists.tastes)} ${draw.one(lists.ingredients)} ${draw.one(lists.dishes)}`,
  )
export const drink = joined(lists.tastes, lists.drinks)
export const colour: Value = (draw) =>
  draw.own(() => (draw.chance(0.6) ? draw.one(lists.colours) : `${draw.one(lists.shades)} ${draw.one(lists.colours)}`))
export const animal: Value = (draw) =>
  draw.own(() => (draw.chance(0.5) ? draw.one(lists.animals) : `${draw.one(lists.colours)} ${draw.one(lists.animals)}`))
export const job: Value = (draw) =>
  draw.own(() => (draw.chance(0.5) ? draw.one(lists.jobs) : `${draw.one(lists.trades)} ${draw.one(lists.makers)}`))
export const instrument = listed(lists.instruments)
export const thing: Value = (draw) =>
  draw.own(() => `${draw.one([...lists.sizes, ...lists.colours])} ${draw.one(lists.things)}`)
export const hobby = joined(lists.activities, lists.plurals)
export const wish = joined(lists.wishes, lists.plurals)
export const fear: Value = (draw) =>
  draw.own(() => (draw.chance(0.5) ? draw.one(lists.plurals) : `${draw.one(lists.sizes)} ${draw.one(lists.plurals)}`))
export const subjectOfStudy = listed(lists.studies)
export const season = listed(lists.days)
export const sport = listed(lists.sports)
export const title: Value = (draw) =>
  draw.own(() => `The ${capital(draw.one(lists.sizes))} ${capital(draw.one([...lists.things, ...lists.animals]))}`)
export const shipName: Value = (draw) =>
  draw.own(() =>
    draw.chance(0.5)
      ? capital(inventedWord(draw))
      : `${capital(draw.one(lists.sizes))} ${capital(draw.one(lists.animals))}`,
  )
export const language: Value = (draw) =>
  draw.own(() => `${capital(inventedWord(draw, 2))}${draw.one(['ish', 'ian', 'ese'])}`)
export const age: Value = (draw) => draw.own(() => String(draw.chance(0.9) ? draw.whole(9, 99) : draw.whole(100, 999)))
export const centimetres: Value = (draw) => draw.own(() => String(draw.whole(90, 215)))
export const code: Value = (draw) => draw.own(() => String(draw.whole(100, 99_999)))
export const year: Value = (draw) => draw.own(() => String(draw.whole(1200, 2030)))
export const clockTime: Value = (draw) => draw.own(() => `${two(draw.whole(5, 23))}:${two(draw.whole(0, 11) * 5)}`)
export const amount: Value = (draw) =>
  draw.own(() => String(draw.chance(0.6) ? draw.whole(2, 99) : draw.whole(100, 9_999)))
export const population: Value = (draw) =>
  draw.own(() => `${String(draw.whole(1, 999))},${String(draw.whole(100, 999))}`)
export const month: Value = (draw) => draw.one(lists.months)
export const weekday: Value = (draw) => draw.one(lists.weekdays)
export const dayOfYear: Value = (draw) => draw.own(() => `${String(draw.whole(1, 28))} ${draw.one(lists.months)}`)
export const product = joined([...lists.sizes, ...lists.colours], lists.plurals)
export const word = listed([...lists.things, ...lists.animals, ...lists.plurals])

function two(value: number): string {
  return String(value).padStart(2, '0')
}
