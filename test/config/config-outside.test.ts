import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { faultsIn } from '../support/app/config-faults.js'

describe('the configuration of an inference server', () => {
  it.each<[value: string, expected: object]>([
    ['openai:http://[::1]:8000/v1/#org/model:7b', { baseUrl: 'http://[::1]:8000/v1', model: 'org/model:7b' }],
    ['openai:https://models.example#a#b', { baseUrl: 'https://models.example', model: 'a#b' }],
  ])('is read from LOCAL_MODEL=%s', (value, expected) => {
    const env = { LOCAL_MODEL: value, LOCAL_MODEL_API_KEY: 'k-~!', AI_LEGACY_PORT: '1', KOREAN_MODEL: value }
    const { model, earlierLines } = readConfig(env)
    const server = { kind: 'server', ...expected }
    expect([model.local, model.serverKey, earlierLines.korean]).toEqual([server, 'k-~!', server])
  })

  const address = 'LOCAL_MODEL: must have http:// or https://, a host, and perhaps a port and a path after openai:'
  const name = 'LOCAL_MODEL: must end in # and the name that the inference server has for the model'
  it.each([
    ['openai:', address],
    ['openai:hush', address],
    ['openai:hush:8000/v1#m', address],
    ['openai:ftp://hush/v1#m', address],
    ['openai:http://hush:99999/v1#m', address],
    ['openai:http://h/v1?key=hush#m', address],
    ['openai:http://h/v1', name],
    ['openai:http://h/v1#', name],
    [
      'openai:http://h/v1#hush hush',
      'LOCAL_MODEL: must name the model by 1 to 200 printable ASCII characters without spaces',
    ],
    [
      'openai:https://me:hush@h/v1#m',
      'LOCAL_MODEL: must hold no user name and no password; LOCAL_MODEL_API_KEY is the key',
    ],
    [
      'hf:someone',
      'LOCAL_MODEL: must be hf:user/repository/file.gguf, hf:user/repository:quantization, the https address of a .gguf file, or openai: with the address of an inference server, # and the name of its model',
    ],
  ])('is refused, without its value: LOCAL_MODEL=%s', (value, fault) => {
    expect(faultsIn({ LOCAL_MODEL: value })).toEqual([fault])
  })

  it('has a key that a header can carry', () => {
    const fault = 'LOCAL_MODEL_API_KEY: must be at most 1024 printable ASCII characters without spaces'
    expect(faultsIn({ LOCAL_MODEL_API_KEY: 'hush hush' })).toEqual([fault])
  })
})

describe('the configuration of hosted models', () => {
  const common = { HOSTED_API_KEY: 'k-~!', HOSTED_BASE_URL: 'http://models:8000/v1/', MINE: 'own-key' }
  const at = { baseUrl: 'http://models:8000/v1', apiKey: 'k-~!', isKeyless: false }
  const own = { model: 'm', baseUrl: 'https://own.example/v1' }

  it.each<[models: object, expected: object]>([
    [{}, { hosted4o_mini: { model: 'hosted-4o-mini', ...at } }],
    [
      { 'hosted4.1': 'o/other:1', mine: 'm' },
      { 'hosted4.1': { model: 'o/other:1', ...at }, mine: { model: 'm', ...at } },
    ],
    [{ mine: { model: 'm' } }, { mine: { model: 'm', ...at } }],
    [{ mine: { model: 'm', apiKeyEnv: 'MINE' } }, { mine: { model: 'm', ...at, apiKey: 'own-key' } }],
    [{ mine: { ...own, baseUrl: `${own.baseUrl}/` } }, { mine: { ...own, apiKey: undefined, isKeyless: true } }],
    [{ mine: { model: 'm', vision: true } }, { mine: { ...at, model: 'm', hasVision: true } }],
    [{ mine: { ...own, apiKeyEnv: 'MINE' } }, { mine: { ...own, apiKey: 'own-key', isKeyless: false } }],
  ])('is read from HOSTED_MODELS=%j', (models, expected) => {
    expect(readConfig({ ...common, HOSTED_MODELS: JSON.stringify(models) }).hosted).toMatchObject(expected)
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
    ['HOSTED_MODELS', '{"__proto__":"m"}'],
  ])('refuses %s=%s with one sentence, which has nothing of the value', (name, value) => {
    const faults = faultsIn({ [name]: value })
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}: \\S+`))])
    expect(faults[0]).not.toContain(value)
  })

  const kind = 'the name of a model, or an object of model, baseUrl, apiKeyEnv and vision'
  it.each<[value: unknown, fault: string]>([
    [5, `must give mine ${kind}`],
    [['hush'], `must give mine ${kind}`],
    [{ model: 'm', apiKey: 'hush' }, `must give mine ${kind}`],
    ['hush hush', 'must give mine a model of 1 to 200 printable ASCII characters without spaces'],
    [{ model: '' }, 'must give mine a model of 1 to 200 printable ASCII characters without spaces'],
    [
      { model: 'm', baseUrl: 'https://me:hush@own.example' },
      'must give mine a baseUrl of http:// or https://, a host, and perhaps a port and a path',
    ],
    [
      { model: 'm', apiKeyEnv: 'hush-key' },
      'must give mine an apiKeyEnv that names a variable; the key is the value of that variable',
    ],
    [{ model: 'm', apiKeyEnv: 'hush_key' }, 'must give mine an apiKeyEnv that is set; that variable is not'],
    [
      { model: 'm', apiKeyEnv: 'SPACED' },
      'gives mine a variable whose value must be at most 1024 printable ASCII characters without spaces',
    ],
  ])('names the alias of a wrong entry, and repeats nothing else: %j', (entry, fault) => {
    const faults = faultsIn({ HOSTED_MODELS: JSON.stringify({ mine: entry }), SPACED: 'hush hush' })
    expect(faults).toEqual([`HOSTED_MODELS: ${fault}`])
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
