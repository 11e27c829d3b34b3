import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { faultsIn } from '../support/app/config-faults.js'

describe('the configuration of hosted models', () => {
  it.each<[name: string, value: string, expected: object]>([
    ['HOSTED_API_KEY', 'k-~!', { apiKey: 'k-~!' }],
    ['HOSTED_BASE_URL', 'http://models:8000/v1/', { baseUrl: 'http://models:8000/v1' }],
    ['HOSTED_BASE_URL', 'https://models.example', { baseUrl: 'https://models.example' }],
    [
      'HOSTED_MODELS',
      '{"hosted4.1":"o/other:1","mine":"m"}',
      { models: { hosted4o_mini: 'hosted-4o-mini', 'hosted4.1': 'o/other:1', mine: 'm' } },
    ],
  ])('accepts %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value }).hosted).toMatchObject(expected)
  })

  it.each<[name: string, value: string]>([
    ['HOSTED_API_KEY', 'two words'],
    ['HOSTED_API_KEY', 'clé'],
    ['HOSTED_BASE_URL', 'models.example/v1'],
    ['HOSTED_BASE_URL', 'https://me:pass@models.example'],
    ['HOSTED_BASE_URL', 'https://models.example/v1?x=1'],
    ['HOSTED_MODELS', '["hosted4.1"]'],
    ['HOSTED_MODELS', '{"Local":"m"}'],
    ['HOSTED_MODELS', '{"performance":"m"}'],
    ['HOSTED_MODELS', '{"a/b":"m"}'],
    ['HOSTED_MODELS', '{"a":5}'],
    ['HOSTED_MODELS', '{"__proto__":"m"}'],
    ['HOSTED_MODELS', '{"a":"two words"}'],
  ])('refuses %s=%s with one sentence, which has nothing of the value', (name, value) => {
    const faults = faultsIn({ [name]: value })
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}: \\S+`))])
    expect(faults[0]).not.toContain(value)
  })
})

describe('the configuration of the web search', () => {
  it.each<[environment: Record<string, string>, search: object | undefined]>([
    [{}, undefined],
    [
      { SEARCH_PROVIDER: 'searxng', SEARCH_URL: 'http://searx:8080/x' },
      { provider: 'searxng', url: 'http://searx:8080/x' },
    ],
    [
      { SEARCH_PROVIDER: 'brave', SEARCH_API_KEY: 'k' },
      { provider: 'brave', apiKey: 'k' },
    ],
    [
      { SEARCH_PROVIDER: 'google', SEARCH_API_KEY: 'k', SEARCH_URL: 'https://g.example/v1?cx=e' },
      { provider: 'google', url: 'https://g.example/v1?cx=e', apiKey: 'k' },
    ],
    [{ SEARCH_PROVIDER: 'duckduckgo' }, { provider: 'duckduckgo' }],
  ])('is read from %j', (environment, search) => {
    expect(readConfig(environment).search).toEqual(search)
  })

  it.each<[environment: Record<string, string>, fault: string]>([
    [{ SEARCH_PROVIDER: 'hush' }, 'SEARCH_PROVIDER: must be one of searxng, brave, google, duckduckgo'],
    [{ SEARCH_URL: 'http://hush' }, 'SEARCH_PROVIDER: must be set with the rest of SEARCH'],
    [{ SEARCH_API_KEY: 'hush' }, 'SEARCH_PROVIDER: must be set with the rest of SEARCH'],
    [{ SEARCH_PROVIDER: 'searxng' }, 'SEARCH_URL: must be set for searxng: where the instance is'],
    [{ SEARCH_PROVIDER: 'brave' }, 'SEARCH_API_KEY: must be set for this provider'],
    [{ SEARCH_PROVIDER: 'duckduckgo', SEARCH_API_KEY: 'hush' }, 'SEARCH_API_KEY: must be unset: duckduckgo has no key'],
    [
      { SEARCH_PROVIDER: 'google', SEARCH_API_KEY: 'hush', SEARCH_URL: 'https://g.example/v1?cx=' },
      'SEARCH_URL: must be set for google, with the id of the search engine as ?cx=',
    ],
    [
      { SEARCH_PROVIDER: 'searxng', SEARCH_URL: 'http://u:hush@h/' },
      'SEARCH_URL: must be http:// or https://, a host, and perhaps a port, a path and a query',
    ],
    [
      { SEARCH_PROVIDER: 'brave', SEARCH_API_KEY: 'hush hush' },
      'SEARCH_API_KEY: must be at most 1024 printable ASCII characters without spaces',
    ],
  ])('lacks something in %j, and says what', (environment, fault) => {
    expect(faultsIn(environment)).toEqual([fault])
  })
})
