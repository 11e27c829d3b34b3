import type { Draw } from '../draw.js'
import { firstNames, roleNames } from './name-words.js'

const openings = 'b br c ch d dr f fl g gr h j k kr l m n p ph qu r s sh sk st t th tr v w y z'.split(' ')
const vowels = 'a e i o u a e i o ai ea ia ie oo ou y ae ei'.split(' ')
const endings = ['', '', '', 'n', 'r', 's', 'l', 'm', 'x', 'th', 'nd', 'rk', 'ck', 'll', 'ss', 'ne', 'la', 'ra', 'no']
const titles = [
  'Captain',
  'Doctor',
  'Lady',
  'Sir',
  'Professor',
  'Uncle',
  'Princess',
  'Old',
  'Little',
  'Queen',
  'Sister',
]
const townEndings = 'ton ville burg haven ford mouth stad holm wick field by dale port gate bridge '.split(' ')
const foreignLetters = [
  '가나다라마바사아자차민지수현영하준서',
  'абвгдежиклмнопрстуя',
  'αβγδεικλμνοπρστ',
  '明美子太郎山川花月光',
]

/** A word that could be a name, in lower case. */
export function inventedWord(draw: Draw, most = 3): string {
  const syllable = () => draw.one(openings) + draw.one(vowels) + (draw.chance(0.4) ? draw.one(endings) : '')
  const count = draw.chance(0.4) ? 1 : draw.chance(0.75) ? 2 : 3
  return Array.from({ length: Math.min(count, most) }, syllable).join('') + draw.one(endings)
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A first name: one word. */
export function firstName(draw: Draw): string {
  return draw.own(() => {
    const kind = draw.whole(0, 9)
    if (kind < 3) return draw.one(firstNames)
    return kind < 6 ? blended(draw) : capital(inventedWord(draw))
  })
}

/** The beginning of one name with the end of another: letters in an order that occurs in names. */
function blended(draw: Draw): string {
  const [first, last] = [draw.one(firstNames), draw.one(firstNames)]
  const beginning = first.slice(0, draw.whole(1, Math.max(1, first.length - 1)))
  return beginning + last.slice(draw.whole(1, last.length - 1)).toLowerCase()
}

/** First and last name. */
export function fullName(draw: Draw): string {
  return `${firstName(draw)} ${draw.own(() => capital(inventedWord(draw)))}`
}

/** Names that users give to characters: names of all kinds, roles and codes. */
export function characterName(draw: Draw): string {
  return draw.own(() => {
    const kind = draw.whole(0, 19)
    if (kind < 9) return firstName(draw)
    if (kind < 12) return fullName(draw)
    if (kind < 14) return `${draw.one(titles)} ${firstName(draw)}`
    if (kind < 16) return draw.one(roleNames)
    if (kind === 16) return `${capital(inventedWord(draw, 1))}-${String(draw.whole(2, 99))}`
    if (kind === 17) return firstName(draw).toLowerCase()
    if (kind === 18) return draw.chance(0.5) ? firstName(draw).toUpperCase() : accented(draw)
    return foreignName(draw)
  })
}

/** A town or a country. */
export function placeName(draw: Draw): string {
  return draw.own(() => {
    const name = capital(inventedWord(draw, 2)) + draw.one(townEndings)
    if (draw.chance(0.15))
      return `${draw.one(['New', 'Old', 'Port', 'Saint', 'North', 'East', 'Lake', 'Upper'])} ${name}`
    return name
  })
}

function accented(draw: Draw): string {
  const letters: Readonly<Record<string, string>> = { a: 'á', e: 'ë', i: 'í', o: 'ö', u: 'ü', n: 'ñ', c: 'ç' }
  return firstName(draw).replace(/[aeiounc](?=[^aeiounc]*$)/, (letter) => letters[letter] ?? letter)
}

function foreignName(draw: Draw): string {
  const letters = [...draw.one(foreignLetters)]
  return capital(Array.from({ length: draw.whole(2, 5) }, () => draw.one(letters)).join(''))
}
