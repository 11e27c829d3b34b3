import type { ReactNode } from 'react'
import { common, createLowlight } from 'lowlight'

const lowlight = createLowlight(common)

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

/** The code as elements with the classes of highlight.js; undefined for an unknown language. */
export const colour = (text: string, language: string): ReactNode =>
  lowlight.registered(language) ? lowlight.highlight(language, text).children.map(elementOf) : undefined

function elementOf(node: Node, index: number): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return undefined
  const { className } = node.properties
  return (
    <span key={index} className={Array.isArray(className) ? className.join(' ') : undefined}>
      {node.children.map(elementOf)}
    </span>
  )
}
