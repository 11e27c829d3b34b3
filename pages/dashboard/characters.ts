import type { Character } from './answers.js'
import { element, part } from './elements.js'
import { portrait, storedImageId } from './portrait.js'
import { count, day } from './words.js'

const list = part('list', HTMLUListElement)

/** Shows a page of characters below those that are shown, and gives the first one that is new. */
export function addCharacters(characters: readonly Character[], hasMore: boolean): HTMLElement | undefined {
  const items = characters.map(item)
  list.append(...items)
  const shown = list.childElementCount
  const all = hasMore ? 'the newest' : 'all of them'
  part('summary', HTMLElement).textContent = shown === 0 ? 'There are none yet.' : `${count(shown)} shown, ${all}.`
  return items[0]
}

export function clearCharacters(): void {
  list.replaceChildren()
}

function item(character: Character): HTMLElement {
  const { name, greeting, access_level, created_at, username, image_url } = character
  const isElsewhere = image_url !== null && storedImageId(image_url) === undefined
  return element(
    'li',
    { class: 'card character', tabindex: '-1' },
    portrait(character),
    element(
      'div',
      {},
      element('h3', { dir: 'auto', title: name }, name),
      element(
        'p',
        { class: 'quiet' },
        ...(username === null ? ['without an author'] : ['by ', element('bdi', {}, username)]),
        ', ',
        element('time', { datetime: created_at }, day(created_at)),
      ),
      ...(access_level ? [] : [element('p', { class: 'badge' }, 'Private')]),
      ...(greeting ? [element('p', { class: 'greeting', dir: 'auto' }, greeting)] : []),
      ...(isElsewhere
        ? [element('p', { class: 'quiet small' }, 'Its image is on another site and is not loaded.')]
        : []),
    ),
  )
}
