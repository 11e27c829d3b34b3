import { escaped } from '../../../src/html-text.js'

/** Longer code stays in one colour. */
const maxLength = 20_000

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const keywords = wordsOf(
  'abstract and as async await begin break case catch class const continue def default defer del do elif else end enum esac except export extends false False fi finally fn for foreach from func function go if impl implements import in interface is lambda let loop match mod module mut namespace new nil None not null or package pass private protected pub public raise readonly return self static struct super switch then this throw throws trait true True try type typeof undefined unless until use using val var void when where while with yield',
)
const queryKeywords = wordsOf(
  'alter and as asc begin between by case commit create delete desc distinct drop else end exists from full group having in index inner insert into is join left like limit not null on or order outer primary references right rollback select set table then union unique update values when where with',
)
/** The name of what they define comes next. */
const definers = wordsOf('class def enum fn func function impl interface module namespace struct trait type')

interface Syntax {
  readonly comment: string
  readonly languages: ReadonlySet<string>
}

const syntaxes: readonly Syntax[] = [
  {
    comment: String.raw`#[^\n]*`,
    languages: wordsOf('bash elixir julia makefile perl py python r rb ruby sh shell toml yaml yml zsh'),
  },
  {
    comment: String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`,
    languages: wordsOf(
      'c c++ cpp cs csharp dart go golang java javascript js json jsx kotlin kt php rs rust scala swift ts tsx typescript',
    ),
  },
  { comment: String.raw`--[^\n]*|\/\*[^]*?(?:\*\/|$)`, languages: wordsOf('sql') },
]

// each alternative ends at a character that it cannot contain, or after 500 of them: long texts cost what they have letters
const string = String.raw`"{3}[^]*?(?:"{3}|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.){0,500}'|${'`'}[^${'`'}]*${'`'}?`

/**
 * The HTML of code with the classes that highlight.js gives to comments, texts, numbers, keywords and names of definitions.
 * The grammars of highlight.js need seconds for some texts: the server has only these five, and other languages stay in one
 * colour.
 */
export function colouredHtml(text: string, language: string): string {
  const name = language.toLowerCase()
  const syntax = syntaxes.find(({ languages }) => languages.has(name))
  if (!syntax || text.length > maxLength) return escaped(text)
  const parts = new RegExp(`(${syntax.comment})|(${string})|(\\b\\d[\\w.]*)|([A-Za-z_$][\\w$]*)`, 'g')
  let before = ''
  return escapedAround(text, parts, ([part, comment, quoted, number, word]) => {
    const last = before
    before = word ?? ''
    if (comment !== undefined) return 'comment'
    if (quoted !== undefined) return 'string'
    if (number !== undefined) return 'number'
    if (name === 'sql') return queryKeywords.has(part.toLowerCase()) ? 'keyword' : undefined
    if (keywords.has(part)) return 'keyword'
    return definers.has(last) ? 'title' : undefined
  })
}

/** Escapes a text, with the matches of an expression in elements of a class. */
function escapedAround(text: string, parts: RegExp, classOf: (match: RegExpExecArray) => string | undefined): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(parts)) {
    const [part] = match
    const name = classOf(match)
    html += escaped(text.slice(end, match.index))
    html += name === undefined ? escaped(part) : `<span class="hljs-${name}">${escaped(part)}</span>`
    end = match.index + part.length
  }
  return html + escaped(text.slice(end))
}
