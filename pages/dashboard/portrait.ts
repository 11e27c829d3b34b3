import type { Character } from './answers.js'
import { element } from './elements.js'

const tones = 6

/**
 * The picture of a character, or its initial. A picture on another site is not loaded, because that site would learn
 * the viewer's address.
 */
export function portrait(character: Pick<Character, 'id' | 'name' | 'image_url'>): HTMLElement {
  const imageId = storedImageId(character.image_url)
  const frame = element('div', { class: `portrait tone-${character.id % tones}`, 'aria-hidden': 'true' })
  const initial = () => frame.replaceChildren(initialOf(character.name))
  if (imageId === undefined) {
    initial()
    return frame
  }
  const image = element('img', { src: `/thumbnail?id=${imageId}`, alt: '', loading: 'lazy' })
  image.addEventListener('error', initial)
  frame.append(image)
  return frame
}

/** The id in the documented address of a stored image, which this service serves itself. */
export function storedImageId(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url)) return undefined
  const { pathname, search } = new URL(url)
  return pathname === '/thumbnail' ? /^\?id=([A-Za-z0-9_-]+)$/.exec(search)?.[1] : undefined
}

function initialOf(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(name.trim())
  return first?.segment.toUpperCase() ?? '?'
}
