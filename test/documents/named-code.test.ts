import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { pages } from '../support/documents/pages.js'

/** Documents for contributors. */
const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/reference/internals.md', 'docs/reference/glossary.md']
const decisions = pages.filter((page) => page.startsWith('docs/decisions/'))
const folders = [
  'main',
  'src',
  'schema',
  'resolvers',
  'rest-facade',
  'ai-workers',
  'packages',
  'pages',
  'tools',
  'test',
  'bench',
]
const paths = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
)

/** The texts between backticks, outside code blocks. */
function quotesOf(page: string): string[] {
  const prose = readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```$/gm, '')
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote)
}

const isPath = (quote: string) => folders.some((folder) => quote.startsWith(`${folder}/`)) && !/[<>*\s]/.test(quote)
const isFileName = (quote: string) => /^[a-z][\w-]*\.(ts|mjs)$/.test(quote)
const isTypeName = (quote: string) => /^[A-Z][a-z]\w*[A-Z]\w*(\.\w+)?$/.test(quote)

describe('the documents for contributors', () => {
  it('name files and folders that exist', () => {
    const missing = [...documents, ...decisions].map((page) => ({
      page,
      quotes: quotesOf(page).filter((quote) => isPath(quote) && !existsSync(quote)),
    }))
    expect(missing.filter(({ quotes }) => quotes.length > 0)).toEqual([])
  })

  it.each(documents)('%s names files without their folders only if they exist', (page) => {
    const isMissing = (name: string) => !paths.some((path) => path.endsWith(`/${name}`))
    expect(quotesOf(page).filter((quote) => isFileName(quote) && isMissing(quote))).toEqual([])
  })

  it('name classes, types and operations that the code declares', () => {
    const code = paths.filter((path) => /\.(ts|graphql)$/.test(path)).map((path) => readFileSync(path, 'utf8'))
    const declaration = /\b(?:class|interface|type|input|const|function) (\w+)/g
    const declared = new Set(code.flatMap((text) => [...text.matchAll(declaration)].map(([, name]) => name)))
    const quoted = documents.flatMap(quotesOf).filter(isTypeName)
    expect(quoted.length).toBeGreaterThan(20)
    expect(quoted.filter((quote) => !declared.has(quote.split('.')[0]))).toEqual([])
  })
})
