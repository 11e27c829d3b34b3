import type { ElementType, Key, ReactNode } from 'react'
import { Fragment, jsx as create } from 'react/jsx-runtime'

export type { JSX } from 'react/jsx-runtime'
export { Fragment }

interface Props {
  readonly children?: ReactNode
}

/** Elements that have only text. */
const ofText = new Set<unknown>(['option', 'textarea', 'title', 'style'])

/**
 * Creates an element of React (the target of JSX in the pages), in which a text beside other nodes has an element of its own. React then
 * keeps no text node: it replaces the content of the element. Browsers that translate a page, and extensions, replace text nodes, and
 * React could neither change nor remove the lost ones.
 */
export function jsx(type: ElementType, props: Props, key?: Key): ReactNode {
  const { children } = props
  const isBeside = type === Fragment || Array.isArray(children)
  const hasTexts = isBeside && (typeof type === 'string' ? !ofText.has(type) : type === Fragment)
  return create(type, hasTexts ? { ...props, children: apart(children) } : props, key)
}

export const jsxs = jsx

function apart(node: ReactNode, index = 0): ReactNode {
  if (Array.isArray(node)) return (node as ReactNode[]).map(apart)
  const isText = (typeof node === 'string' && node !== '') || typeof node === 'number'
  return isText ? create('span', { children: node }, `text${index}`) : node
}
