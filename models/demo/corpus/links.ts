import type { Draw } from './draw.js'
import { inventedWord } from './words/names.js'

const endings = ['com', 'org', 'net', 'example', 'info', 'io', 'co.uk', 'de', 'eu', 'gov', 'edu', 'fr', 'kr']

/** An address of a page about something, like those of real sites. */
export function linkTo(name: string, draw: Draw): string {
  const slug = name
    .replace(/^the /, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, draw.one(['-', '-', '_', '']))
  const host = `${draw.one(['www.', '', '', 'en.', 'blog.'])}${draw.chance(0.3) ? slug.replaceAll('_', '-') : inventedWord(draw)}.${draw.one(endings)}`
  const folder = draw.one(['', '', 'wiki/', 'places/', 'news/', 'articles/', `${String(draw.whole(1, 9_999))}/`, 'en/'])
  const end = draw.one(['', '', '.html', '/', `?id=${String(draw.whole(1, 999))}`, '/about'])
  const path = draw.chance(0.15) ? '' : folder + slug + end
  return `${draw.chance(0.9) ? 'https' : 'http'}://${host}/${path}`
}
