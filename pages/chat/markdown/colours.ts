import { common, createLowlight } from 'lowlight'

export interface Code {
  readonly text: string
  /** Its name or a short form of it, such as `ts`. */
  readonly language: string
}

/** Code in colours: parts in the colour of the text, and parts with a class of highlight.js. */
export type Colours = readonly (string | ColouredPart)[]

export interface ColouredPart {
  readonly className: string
  readonly parts: Colours
}

/** Code with more parts stays in one colour: a page of elements costs the browser as much as its letters together. */
const maxParts = 12_000
const maxDepth = 12

const lowlight = createLowlight(common)

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

/**
 * Undefined for an unknown language, and for code of too many parts. The expressions of some languages need seconds for
 * some texts: only a thread that can be ended calls it.
 */
export function coloursOf({ text, language }: Code): Colours | undefined {
  if (!lowlight.registered(language)) return undefined
  let count = 0
  const partsOf = (nodes: readonly Node[], depth: number): Colours =>
    nodes.flatMap((node): Colours => {
      count += 1
      if (node.type === 'text') return [node.value]
      if (node.type !== 'element') return []
      const { className } = node.properties
      if (depth === maxDepth || !Array.isArray(className)) return partsOf(node.children, depth)
      return [{ className: className.join(' '), parts: partsOf(node.children, depth + 1) }]
    })
  const colours = partsOf(lowlight.highlight(language, text).children, 0)
  return count > maxParts ? undefined : colours
}
