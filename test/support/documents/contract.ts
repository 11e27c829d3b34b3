import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page of docs/contract with clauses. */
export interface ContractPage {
  /** The file name without its extension; every anchor on the page begins with it. */
  readonly area: string
  readonly text: string
  /** In the order of the page. */
  readonly anchors: readonly string[]
}

export interface Citation {
  readonly file: string
  readonly line: number
  /** Such as `rooms.7`. */
  readonly clause: string
}

/** A line that cites a document outside the repository. */
export interface StrayCitation {
  readonly file: string
  readonly line: number
  readonly text: string
}

export const contractFolder = 'docs/contract'
const withoutClauses = ['README.md', 'departures.md']

/** Folders without sources, in addition to those whose names begin with a dot; of the latter only `.ci` has sources. */
const foldersOfMachine = ['node_modules', 'dist', 'data', 'coverage']
const publicFolders = ['docs/openapi', 'schema']
const textFile = /\.(?:ts|js|mjs|graphql|md|json|toml|sh|yml|yaml)$/

/** One citation may name several clauses: `contract: rooms.7, rooms.8`. */
const citation = /\bcontract: ([a-z-]+\.\d+(?:, [a-z-]+\.\d+)*)/g
const clauseLink = /([\w-]+\.md)?#([a-z-]+\.\d+)\)/g
const strays = [
  /\bdecisions? \d/i,
  /\bdecisions(?:\.md\b|, section)/,
  /\bclauses? \d/i,
  /\bclause: ['"]/,
  /\b(?:contract|document) 00\d/i,
  /\bcontract, [A-Z]/,
  /[(]contract: (?![a-z-]+\.\d)/,
  /\b(?:office|character) rule \d/i,
  /\b(?:design|spec(?:ification)?)(?: section)? \d/i,
  /\bpromise \d/i,
  /\bAuthentication \d/,
]

export function contractPages(): readonly ContractPage[] {
  return readdirSync(contractFolder)
    .filter((name) => name.endsWith('.md') && !withoutClauses.includes(name))
    .map((name) => {
      const text = readFileSync(join(contractFolder, name), 'utf8')
      const anchors = [...text.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, anchor = '']) => anchor)
      return { area: name.replace(/\.md$/, ''), text, anchors }
    })
}

interface TextFile {
  readonly file: string
  readonly lines: readonly string[]
}

/** Code, tests, scripts and documents, as they are on the disk. Released documents never change and are left out. */
function textFiles(): readonly TextFile[] {
  const entries = readdirSync('.', { withFileTypes: true })
  const folders = entries.filter(
    (entry) =>
      entry.isDirectory() &&
      !foldersOfMachine.includes(entry.name) &&
      (entry.name === '.ci' || !entry.name.startsWith('.')),
  )
  const inFolders = folders.flatMap(({ name: folder }) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  )
  const inRoot = entries.filter((entry) => entry.isFile() && entry.name !== 'package-lock.json').map(({ name }) => name)
  return [...inFolders, ...inRoot]
    .filter((file) => textFile.test(file) && !file.startsWith('schema/released/') && !file.includes('node_modules/'))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }))
}

/** All citations of clauses: in comments, in test titles, and as links of documents. */
export function citationsInRepository(): readonly Citation[] {
  return textFiles().flatMap(({ file, lines }) =>
    lines.flatMap((text, index) => clausesIn(file, text).map((clause) => ({ file, line: index + 1, clause }))),
  )
}

function clausesIn(file: string, text: string): readonly string[] {
  const cited = [...text.matchAll(citation)].flatMap(([, clauses = '']) => clauses.split(', '))
  if (!file.endsWith('.md')) return cited
  const linked = [...text.matchAll(clauseLink)].map(([, page, clause = '']) =>
    page === undefined || page === `${areaOf(clause)}.md` ? clause : `${page}#${clause}`,
  )
  return [...cited, ...linked]
}

export const areaOf = (clause: string) => clause.replace(/\.\d+$/, '')

export const isStray = (text: string) => strays.some((pattern) => pattern.test(text))

export function strayCitations(): readonly StrayCitation[] {
  return textFiles().flatMap(({ file, lines }) =>
    lines.flatMap((text, index) => (isStray(text) ? [{ file, line: index + 1, text: text.trim() }] : [])),
  )
}

/** Texts for clients, in the documents that are served: they must cite nothing. */
export function citationsInPublicTexts(): readonly StrayCitation[] {
  return textFiles()
    .filter(
      ({ file }) => publicFolders.some((folder) => file.startsWith(`${folder}/`)) && /\.(?:json|graphql)$/.test(file),
    )
    .flatMap(({ file, lines }) =>
      lines.flatMap((text, index) =>
        /\bclause|\bADR\b|\bcontract\b|docs\/decisions/i.test(text)
          ? [{ file, line: index + 1, text: text.trim() }]
          : [],
      ),
    )
}

/** All methods and paths on the pages, such as `GET /api/users`, without the queries of examples. */
export function endpointsInContract(): ReadonlySet<string> {
  const names = contractPages().flatMap(({ text }) =>
    [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`\s?]*)[^`]*`/g)].map(([, name = '']) => name),
  )
  return new Set(names)
}

/** The code on the pages, and each word of it: `{"Document ID": ...}` contains the key `Document ID`. */
export function namesInContract(): (name: string) => boolean {
  const code = contractPages().flatMap(({ text }) => [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside))
  const words = new Set(code.flatMap((text) => [...text.split(/[^\w-]+/), ...text.split('"')]))
  return (name) => words.has(name)
}
