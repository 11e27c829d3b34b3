import { describe, expect, it } from '@jest/globals'
import { braveEngine, googleEngine, searxngEngine } from '../../src/ports/web-search/json-engines.js'
import { duckDuckGoEngine } from '../../src/ports/web-search/duckduckgo.js'
import { describeOddJson, describeWebSearch, type EngineUnderTest } from '../contracts/web-search.js'

const searxng: EngineUnderTest = {
  open: (url, apiKey) => searxngEngine({ url: `${url}searx/`, apiKey }),
  path: '/searx/search',
  answerOf: (pages) =>
    JSON.stringify({
      query: 'q',
      results: pages.map(({ title, snippet, link }) => ({ url: link, title, content: snippet, engines: ['x'] })),
      answers: [],
      unresponsive_engines: [],
    }),
}
const brave: EngineUnderTest = {
  open: (url, apiKey) => braveEngine({ url, apiKey }),
  path: '/',
  answerOf: (pages) =>
    JSON.stringify({
      type: 'search',
      ...(pages.length === 0
        ? {}
        : { web: { results: pages.map(({ title, snippet, link }) => ({ title, url: link, description: snippet })) } }),
    }),
}
const google: EngineUnderTest = {
  open: (url, apiKey) => googleEngine({ url: `${url}customsearch/v1?cx=engine`, apiKey }),
  path: '/customsearch/v1',
  answerOf: (pages) => JSON.stringify({ kind: 'customsearch#search', ...(pages.length === 0 ? {} : { items: pages }) }),
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const duckduckgo: EngineUnderTest = {
  open: (url, apiKey) => duckDuckGoEngine({ url: `${url}html/`, apiKey }),
  path: '/html/',
  readsAnything: true,
  answerOf: (pages) => {
    const results = pages.map(({ title, snippet, link }) => {
      const href = `//duckduckgo.com/l/?uddg=${encodeURIComponent(link)}&rut=0`
      return `<div class="result results_links web-result"><h2 class="result__title">
        <a rel="nofollow" class="result__a" href="${escaped(href)}">${title}</a></h2>
        <a class="result__url" href="${escaped(href)}">x.example</a>
        <a class="result__snippet" href="${escaped(href)}">${snippet}</a></div>`
    })
    return `<!DOCTYPE html><html><body>${results.join('\n')}</body></html>`
  },
}

describeWebSearch('SearXNG', searxng)
describeWebSearch('Brave', brave)
describeWebSearch('Google', google)
describeWebSearch('DuckDuckGo', duckduckgo)

describeOddJson('SearXNG', searxng, (results) => JSON.stringify({ results }))
describeOddJson('Brave', brave, (results) => JSON.stringify({ web: { results } }))
describeOddJson('Google', google, (items) => JSON.stringify({ items }))

describe('an engine', () => {
  it.each<[string, EngineUnderTest, string, object]>([
    ['SearXNG', searxng, 'http://h/searx/search?q=x&format=json', { authorization: 'Bearer k' }],
    ['Brave', brave, 'http://h/?q=x&count=10', { 'x-subscription-token': 'k' }],
    ['Google', google, 'http://h/customsearch/v1?cx=engine&key=k&q=x&num=10', {}],
    ['DuckDuckGo', duckduckgo, 'http://h/html/?q=x', { accept: 'text/html' }],
  ])('is asked in its own way: %s', (_name, { open }, url, headers) => {
    const request = open('http://h/', 'k').request('x')
    expect([request.url.href, request.headers]).toEqual([url, headers])
  })

  it('that answers with a page is read without advertisements, with its plain links', () => {
    const page = `<a class="result__a" href="//duckduckgo.com/y.js?ad_domain=x">Ad</a><a class="result__snippet">ad</a>
      <a class='result__a js' href='https://a.example/'>A</a><div class="result__snippet">a <b>b</b></div>
      <a class="result__a" href="/l/?other=1">None</a><a class="result__a">None</a>
      <a class="result__a" href="http://[">None</a>`
    expect([...duckDuckGoEngine({}).read(page)]).toEqual([
      { title: 'A', snippet: 'a <b>b</b>', link: 'https://a.example/' },
      { title: 'None', snippet: '', link: '' },
    ])
  })

  it('that answers with a page is read in bounded time, whatever the page contains', () => {
    const pieces = [
      '<a class="result__a" ',
      '<a class="result__a" href="https://x.example">',
      '<a ',
      '<',
      '&#',
      'class="',
    ]
    const before = process.cpuUsage()
    for (const piece of pieces) Array.from(duckDuckGoEngine({}).read(piece.repeat(1_048_576 / piece.length)))
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000)
  })
})
