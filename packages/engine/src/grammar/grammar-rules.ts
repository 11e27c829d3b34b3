/** In characters. The native parser reads such a text in some 50 ms. */
const maxLength = 400_000
/** Repeated elements, which the native parser copies one by one. */
const maxRepetitions = 20_000
/** No reply has that many characters. */
export const unreachableCount = 1_000_000

/** The rules that every grammar has. Spaces between the parts of JSON are optional, and at most one. */
const commonRules = String.raw`
value ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" (member (comma member)*)? "}"
member ::= string colon value
array ::= "[" (value (comma value)*)? "]"
string ::= "\"" char* "\""
char ::= [ !#-\[\]-~\u00A0-\uD7FF\uE000-\uFFFC\U00010000-\U0010FFFF] | "\\" escaped
escaped ::= ["\\/bfnrt] | "u" ([0-9a-cA-CefEF] hex hex hex | [dD] [0-7] hex hex)
hex ::= [0-9a-fA-F]
number ::= "-"? ("0" | [1-9] [0-9]{0,14}) fraction?
fraction ::= "." [0-9]{1,15}
comma ::= "," " "?
colon ::= ":" " "?
date ::= [0-9]{4} "-" (month "-" day | ("0" [13-9] | "1" [0-2]) "-" ("29" | "30") | ("0" [13578] | "1" [02]) "-31")
month ::= "0" [1-9] | "1" [0-2]
day ::= "0" [1-9] | "1" [0-9] | "2" [0-8]
time ::= hour ":" sixty ":" sixty ("." [0-9]{1,6})? ("Z" | [+-] hour ":" sixty)
hour ::= [01] [0-9] | "2" [0-3]
sixty ::= [0-5] [0-9]
uuid ::= hex{8} "-" hex{4} "-" hex{4} "-" hex{4} "-" hex{12}
`

/** A grammar is larger than the bounds of this file. */
export class GrammarTooLarge extends Error {}

/** The rules of one grammar, in the GBNF of llama.cpp. Throws GrammarTooLarge beyond its bounds. */
export class GrammarRules {
  readonly #names = new Map<string, string>()
  readonly #lines: string[] = []
  #count = 0
  #length = 0
  #repetitions = 0

  /** The name of a rule for an expression; the same name for the same expression. */
  rule(expression: string): string {
    const known = this.#names.get(expression)
    if (known !== undefined) return known
    const name = this.reserve()
    this.#names.set(expression, name)
    this.define(name, expression)
    return name
  }

  /** A name for a rule that is defined later, since its expression refers to itself. */
  reserve(): string {
    this.#count += 1
    return `r${this.#count}`
  }

  define(name: string, expression: string): void {
    const line = `${name} ::= ${expression}`
    this.#length += line.length
    if (this.#length > maxLength) throw new GrammarTooLarge()
    this.#lines.push(line)
  }

  /** An expression for `min` to `max` times the rule `name`. */
  repeat(name: string, min: number, max: number): string {
    const rest = max >= unreachableCount ? `${name}*` : this.#upTo(name, max - min)
    return `${this.#exactly(name, min)} ${rest}`.trim()
  }

  text(root: string): string {
    return `root ::= ${root}\n${this.#lines.join('\n')}${commonRules}`
  }

  #exactly(name: string, count: number): string {
    if (count === 0) return ''
    const size = this.#blockSize(count)
    if (size === count) return `${name}{${count}}`
    const rest = count % size
    return `${this.rule(`${name}{${size}}`)}{${Math.floor(count / size)}}${rest === 0 ? '' : ` ${name}{${rest}}`}`
  }

  /** Blocks, because the native parser makes a rule for each optional repetition and refuses 2,000 of them. */
  #upTo(name: string, count: number): string {
    if (count === 0) return ''
    const size = this.#blockSize(count)
    if (size === count) return `${name}{0,${count}}`
    const block = this.rule(`${name}{${size}}`)
    const blocks = Math.floor(count / size)
    const rest = count % size
    const last = `${block}{${blocks}}${rest === 0 ? '' : ` ${name}{0,${rest}}`}`
    return `(${block}{0,${blocks - 1}} ${name}{0,${size - 1}} | ${last})`
  }

  #blockSize(count: number): number {
    const size = count <= 200 ? count : Math.ceil(Math.sqrt(count))
    this.#repetitions += size + count / size
    if (this.#repetitions > maxRepetitions) throw new GrammarTooLarge()
    return size
  }
}

/** A text as a literal of a grammar. */
export function literal(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
}

/** A value as JSON. A reply has no U+FFFD, which stands for broken bytes of a model. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll('\uFFFD', String.raw`\ufffd`)
}
