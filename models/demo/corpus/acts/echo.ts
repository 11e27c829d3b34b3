import type { Draw, Phrasings } from '../draw.js'
import type { Act } from '../exchange.js'
import { linkTo } from '../links.js'
import { capital, characterName, firstName, inventedWord, placeName } from '../words/names.js'
import { word } from '../words/values.js'

const requests: Phrasings = {
  training: [
    'Repeat after me: {t}',
    'Please repeat: {t}',
    'Say this: {t}',
    'Say: {t}',
    'Copy this sentence: {t}',
    'Write this again: {t}',
    'Repeat the following.\n{t}',
  ],
  heldOut: ['Repeat these words: {t}', 'Please say this: {t}', 'Now copy this: {t}'],
}

/** Repeats a text word for word: the simplest lesson in copying. */
export const echo: Act = (_scene, draw) => {
  const text = draw.chance(0.25) ? rare(draw) : sentence(draw)
  return { skill: 'echo', message: draw.phrase(requests).replace('{t}', text), reply: text, expected: [[text]] }
}

/** A text that must be exact to the last letter. */
function rare(draw: Draw): string {
  const kind = draw.whole(0, 2)
  if (kind === 0) return linkTo(placeName(draw), draw)
  return `${kind === 1 ? characterName(draw) : placeName(draw)}.`
}

function sentence(draw: Draw): string {
  const words = Array.from({ length: draw.whole(1, 9) }, () => anyWord(draw))
  return `${capital(words.join(' '))}.`
}

function anyWord(draw: Draw): string {
  const kind = draw.whole(0, 5)
  if (kind === 0) return String(draw.whole(0, 99_999))
  if (kind === 1) return firstName(draw)
  if (kind === 2) return inventedWord(draw)
  return word(draw)
}
