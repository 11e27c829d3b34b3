import { createElement, Fragment, type ReactNode } from 'react'
import { renderToString } from 'katex'
import 'katex/contrib/mhchem'
import type { Typeset } from './formula-typesetting.js'

/** A size that a formula asks for, in its own letters. */
const maxSize = 20
/** Macros that call macros. */
const maxExpand = 500
/** A formula of more elements is shown as its source. */
const maxElements = 4_000

/**
 * KaTeX writes the elements of a formula for a server. They are made here one by one: inline styles of a text are
 * refused by the policy of the page, those of elements are not.
 */
export const typeset: Typeset = ({ tex, isDisplayed }) => {
  try {
    const options = { displayMode: isDisplayed, strict: 'ignore', trust: false, maxSize, maxExpand } as const
    return elementsOf(renderToString(tex, options))
  } catch {
    return undefined
  }
}

interface Open {
  readonly name: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly children: ReactNode[]
}

const part = /<(\/?)([a-z]+)((?: [a-zA-Z0-9-]+ ?="[^"]*")*)(\/?)>|([^<]+)/y
const allowedName = /^(?:span|svg|path|line|math|semantics|annotation|m[a-z]+)$/
const forbiddenAttribute = /^(?:on|href|src|id$|xlink)/

function elementsOf(markup: string): ReactNode {
  const root: Open = { name: '', properties: {}, children: [] }
  const open: Open[] = [root]
  let count = 0
  const append = (node: ReactNode) => open.at(-1)?.children.push(node)
  const close = () => {
    const { name, properties, children } = open.pop() ?? root
    append(createElement(name, properties, ...children))
  }
  for (let at = 0; at < markup.length; at = part.lastIndex) {
    part.lastIndex = at
    const found = part.exec(markup)
    if (!found) return undefined
    const [, end, name = '', attributes = '', isEmpty, text] = found
    if (text !== undefined) append(characters(text))
    else if (end === '/') close()
    else {
      count += 1
      if (count > maxElements || !allowedName.test(name)) return undefined
      open.push({ name, properties: propertiesOf(attributes), children: [] })
      if (isEmpty === '/') close()
    }
  }
  return createElement(Fragment, undefined, ...root.children)
}

function propertiesOf(attributes: string): Record<string, unknown> {
  const properties: Record<string, unknown> = {}
  for (const [, name = '', value = ''] of attributes.matchAll(/ ([a-zA-Z0-9-]+) ?="([^"]*)"/g)) {
    const text = characters(value)
    if (name === 'style') properties['style'] = styleOf(text)
    else if (name === 'class') properties['className'] = text
    else if (!forbiddenAttribute.test(name)) properties[camelCase(name)] = text
  }
  return properties
}

const styleOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(';').flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      return colon === -1 ? [] : [[camelCase(declaration.slice(0, colon).trim()), declaration.slice(colon + 1).trim()]]
    }),
  )

const camelCase = (name: string): string =>
  name.startsWith('aria-') ? name : name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  nbsp: '\u00a0',
}

const characters = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27|nbsp);/g, (reference, name: string) => references[name] ?? reference)
