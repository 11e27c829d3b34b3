import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** A fenced block of a page. */
export interface Block {
  readonly page: string
  /** The line of its first fence, from 1. */
  readonly line: number
  readonly language: string
  readonly code: string
  /** The comment before it, which readers do not see. */
  readonly mark?: { readonly kind: string; readonly reason: string } | undefined
}

const allDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
const docs = allDocs
  .filter((path) => path.endsWith('.md'))
  .map((path) => join('docs', path))
  .sort()

/** The README and the guides. */
export const guides: readonly string[] = ['README.md', ...docs.filter((path) => dirname(path) === 'docs')]

/** The pages whose links are checked. */
export const pages: readonly string[] = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'models/README.md'],
  ...docs,
]

const fence = /^(?:<!-- example: (?<kind>[^.]+)\. (?<reason>.+) -->\n\n?)?```(?<language>.*)\n(?<code>(?:.*\n)*?)```$/gm

export function blocksOf(page: string): Block[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(fence)].map(({ 0: whole, index, groups = {} }) => {
    const { kind, reason, language = '', code = '' } = groups
    const before = text.slice(0, index + whole.indexOf('```'))
    const mark = kind === undefined || reason === undefined ? undefined : { kind, reason }
    return { page, line: before.split('\n').length, language, code, mark }
  })
}

/** The relative links of a page, with the files that they lead to. */
export function linksOf(page: string): { readonly link: string; readonly file: string; readonly anchor?: string }[] {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', anchor] = link.split('#')
      const file = path === '' ? page : normalize(join(dirname(page), path))
      return { link, file, ...(anchor === undefined ? {} : { anchor }) }
    })
}

/** The anchors of a page: explicit ones, and those that GitHub derives from its headings. */
export function anchorsOf(page: string): string[] {
  const prose = proseOf(page)
  const set = [...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  const made = headings.map((heading) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...set, ...made]
}

/** The cells of each row in a page's tables, trimmed. */
export function rowsOf(text: string): string[][] {
  const rows = [...text.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()))
  return rows.filter(([first = '']) => !/^-+$/.test(first))
}

const proseOf = (page: string) => readFileSync(page, 'utf8').replaceAll(fence, '')
