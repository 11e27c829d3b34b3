import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { line14Document } from '../../ai-workers/legacy/line-1-4-document.js'
import { apiLines } from '../../src/limits.js'
import { openApiDocument } from '../../src/http/openapi/document.js'
import {
  citationsInPublicTexts,
  citationsInRepository,
  contractFolder,
  contractPages,
  endpointsInContract,
  isStray,
  namesInContract,
  strayCitations,
} from '../support/documents/contract.js'
import { keysOf } from '../support/documents/document-keys.js'
import { documentsOf, operationsOf } from '../support/rest/documented.js'
import { EarlyLines } from '../support/gateway/early-lines.js'
import type { MountedRoute } from '../support/rest/mounted-routes.js'

const pages = contractPages()
const clauses = new Set(pages.flatMap(({ anchors }) => anchors))

describe('a page of the contract', () => {
  it.each(pages)('numbers its clauses without a gap: $area', ({ area, anchors }) => {
    expect(anchors.length).toBeGreaterThan(0)
    expect(anchors).toEqual(anchors.map((_, index) => `${area}.${String(index + 1)}`))
  })

  it.each(pages)('shows the number of each clause at its anchor: $area', ({ text, anchors }) => {
    const shown = [...text.matchAll(/^<a id="(?<id>[^"]+)"><\/a>\*\*(?<shown>[^*]+)\*\* \S/gm)]
    expect(shown.map(({ groups }) => groups?.['shown'])).toEqual(anchors)
    expect(shown.map(({ groups }) => groups?.['id'])).toEqual(anchors)
  })

  it.each(pages)('is listed in the table of contents: $area', ({ area }) => {
    expect(readFileSync(`${contractFolder}/README.md`, 'utf8')).toContain(`[${area}](${area}.md)`)
  })
})

describe('a citation', () => {
  const citations = citationsInRepository()

  it('names a clause that exists', () => {
    expect(citations.filter(({ clause }) => !clauses.has(clause))).toEqual([])
  })

  it('is found in every layer', () => {
    const cited = new Set(citations.map(({ file }) => file.split('/')[0]))
    expect([...cited]).toEqual(expect.arrayContaining(['ai-workers', 'docs', 'main', 'rest-facade', 'src', 'test']))
  })

  it('refers to a document in the repository', () => {
    expect(strayCitations()).toEqual([])
  })

  it.each([
    ['decisions', '4'],
    ['contract', '000, Limits'],
    ['office rule', '2'],
    ['(contract:', 'Fallback)'],
  ])('of another document is found: %s %s', (document, place) => {
    expect(isStray(`// ${document} ${place}`)).toBe(true)
  })

  it('is not in a text that clients get', () => {
    expect(citationsInPublicTexts()).toEqual([])
  })
})

describe('an endpoint', () => {
  let served: ReadonlySet<string>
  beforeAll(async () => {
    const early = await EarlyLines.open({})
    served = endpointsServed(early.routes)
    await early.close()
  })

  /** Endpoints that every listener has. */
  const ofDocuments = ['GET /docs', 'GET /openapi.json']

  it('is named in the contract with its method and path', () => {
    const named = endpointsInContract()
    expect([...served].filter((endpoint) => !named.has(endpoint))).toEqual([])
  })

  it('of the contract is served', () => {
    const unserved = [...endpointsInContract()].filter((endpoint) => !served.has(endpoint))
    expect(unserved.toSorted()).toEqual(ofDocuments)
  })

  it.each(['GET /doclog/db', 'POST /office_sse', 'POST /character/{model}'])(
    'of the earlier AI lines is covered: %s',
    (endpoint) => {
      expect(served.has(endpoint)).toBe(true)
    },
  )
})

describe('a key of a body and a parameter', () => {
  it.each(apiLines)('is named in the contract: line %s', (line) => {
    const isNamed = namesInContract()
    const unnamed = Object.values(documentsOf(line)).flatMap((document) =>
      keysOf(document).filter((key) => !isNamed(key)),
    )
    expect(unnamed).toEqual([])
  })

  it('is found at any depth', () => {
    const { application, chatLog } = documentsOf('1.1')
    expect(keysOf(application)).toEqual(
      expect.arrayContaining(['Idempotency-Key', 'sqldb_officeroom', 'minP', 'doclogChatroomid']),
    )
    expect(keysOf(chatLog)).toContain('Document ID')
  })
})

/** The endpoints of the route tables of every release line, and of the listener of the earlier AI lines. */
function endpointsServed(early: readonly MountedRoute[]): ReadonlySet<string> {
  const documents = [
    ...apiLines.flatMap((line) => Object.entries(documentsOf(line))),
    ['line-1.4', openApiDocument(line14Document('0.0.0'))] as const,
  ]
  const ofServices = documents.flatMap(([service, document]) =>
    operationsOf(document).flatMap(({ method, template }) => {
      const isOfWorker = service === 'office' || service === 'character'
      const throughGateway = isOfWorker && !template.startsWith('/health/') ? [`/${service}${template}`] : []
      return [template, ...throughGateway].map((path) => `${method.toUpperCase()} ${path}`)
    }),
  )
  return new Set([...ofServices, ...early.map(({ method, template }) => `${method} ${template}`)])
}
