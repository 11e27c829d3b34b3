import { renderToString } from 'katex'
import 'katex/contrib/mhchem'
import type { Formula } from './formulas.js'

/** A size that a formula asks for, in its own letters. */
const maxSize = 20
/** Macros that call macros. */
const maxExpand = 500
/** A formula of more characters of MathML is shown as its source. */
const maxLength = 60_000

/** A macro of a text can be as long as the text, so that a few calls of it cost much more than their length. */
const definition = /\\(?:[egx]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand)(?![A-Za-z])/

const markupOf = /<semantics>([^]*)<annotation [^<]*<\/annotation><\/semantics><\/math>/
const foreign = /<(?!\/?m[a-z]+[ />])/
const shownAttribute =
  /^(?:accent|accentunder|column(?:align|lines|spacing)|depth|displaystyle|fence|height|largeop|linethickness|lspace|math(?:background|color|size|variant)|maxsize|minsize|movablelimits|notation|row(?:lines|spacing)|rspace|scriptlevel|separator|stretchy|symmetric|voffset|width)$/

/**
 * A formula as MathML, which browsers typeset without a script, a style or a font. Undefined for one that TeX does not know or
 * that costs too much. Each text in it is escaped.
 */
export function mathOf({ tex, isDisplayed }: Pick<Formula, 'tex' | 'isDisplayed'>): string | undefined {
  if (tex === '' || definition.test(tex)) return undefined
  const markup = mathMarkup(tex, isDisplayed)
  const [, body = ''] = markupOf.exec(markup) ?? []
  if (body === '' || body.length > maxLength || foreign.test(body)) return undefined
  const elements = body.replaceAll(
    /<(m[a-z]+)((?: [a-zA-Z-]+="[^"]*")+)/g,
    (_, name: string, attributes: string) => `<${name}${shownAttributes(attributes)}`,
  )
  return `<math${isDisplayed ? ' display="block"' : ''}>${elements}</math>`
}

/** Commands with addresses and attributes: KaTeX would show their names in place of what they have. */
const trust = (): never => {
  throw new Error('The command is not allowed')
}

/** Empty for a formula that TeX does not know. */
function mathMarkup(tex: string, displayMode: boolean): string {
  try {
    return renderToString(tex, { output: 'mathml', displayMode, strict: 'ignore', trust, maxSize, maxExpand })
  } catch {
    return ''
  }
}

const shownAttributes = (attributes: string): string =>
  attributes.replaceAll(/ ([a-zA-Z-]+)="[^"]*"/g, (attribute, name: string) =>
    shownAttribute.test(name) ? attribute : '',
  )
