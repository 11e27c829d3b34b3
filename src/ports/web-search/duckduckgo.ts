import { decodeHTMLAttribute } from 'entities'
import { parseUrl } from '@parley/runtime'
import { withParameters, type EngineAddress, type FoundPage, type SearchEngine } from './search-engine.js'

/** The script-free page of DuckDuckGo, since its JSON interface has no web results. */
export function duckDuckGoEngine({ url = 'https://html.duckduckgo.com/html/' }: EngineAddress): SearchEngine {
  return {
    name: 'duckduckgo',
    request: (q) => ({ url: withParameters(url, { q }), headers: { accept: 'text/html' } }),
    read: pagesIn,
  }
}

/** Any other page has no results. */
function* pagesIn(html: string): Generator<FoundPage, void, undefined> {
  let page: { title: string; snippet: string; link: string } | undefined
  for (const tag of html.matchAll(/<(?:a|div|td)\s([^<>]*)>/gi)) {
    const attributes = (tag[1] ?? '').slice(0, maxTagLength)
    const classes = attributeOf(attributes, 'class').split(' ')
    if (classes.includes('result__a')) {
      if (page) yield page
      const link = targetOf(attributeOf(attributes, 'href'))
      page = link === undefined ? undefined : { title: insideOf(html, tag), snippet: '', link }
    }
    if (page && classes.includes('result__snippet')) page.snippet = insideOf(html, tag)
  }
  if (page) yield page
}

/** In UTF-16 code units. The bound keeps parsing linear: otherwise every unclosed tag would be scanned to the end. */
const maxTagLength = 4_000
const maxTextLength = 4_000

function attributeOf(attributes: string, name: 'class' | 'href'): string {
  const pattern = name === 'class' ? /(?:^|\s)class=["']([^"']*)["']/i : /(?:^|\s)href=["']([^"']*)["']/i
  return decodeHTMLAttribute(pattern.exec(attributes)?.[1] ?? '')
}

function insideOf(html: string, tag: RegExpExecArray): string {
  const start = tag.index + tag[0].length
  const text = html.slice(start, start + maxTextLength)
  const end = text.search(/<\/(?:a|div|td)\b/i)
  return end < 0 ? text : text.slice(0, end)
}

/** The target of a link, without the engine's redirect; undefined for an advertisement. */
function targetOf(href: string): string | undefined {
  const url = parseUrl(href, 'https://duckduckgo.com')
  if (!url || url.pathname === '/y.js') return undefined
  return url.pathname === '/l/' ? (url.searchParams.get('uddg') ?? undefined) : href
}
