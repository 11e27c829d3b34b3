import type { BrowserContext, Page } from 'playwright-core'
import { until } from '@parley/testing'

/** As translators of browsers do: a fifth of a second after a text has come, elements stand in place of its node. The words stay. */
const translator = `
  // React would change or remove their nodes itself
  globalThis.textsOfReact = []
  const isWaited = (node) => node.data.trim() !== '' && !node.parentElement?.closest('font, script, style, textarea, title')
  const textsIn = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) if (isWaited(walker.currentNode)) found.push(walker.currentNode)
    return found
  }
  const translate = (node) => {
    if (!node.isConnected || !isWaited(node)) return
    if (Object.keys(node).some((key) => key.startsWith('__react'))) textsOfReact.push(node.data)
    const outer = document.createElement('font')
    outer.appendChild(document.createElement('font')).textContent = node.data
    node.replaceWith(outer)
  }
  globalThis.untranslated = () => textsIn(document.body).map(({ data }) => data)
  const later = () => setTimeout(() => textsIn(document).forEach(translate), 150 + Math.random() * 100)
  new MutationObserver(later).observe(document, { childList: true, characterData: true, subtree: true })
`

/** The pages of this context are translated. */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(translator)
}

/** Resolves when every text of the page is translated. */
export async function translated(page: Page): Promise<void> {
  const left = () => page.evaluate<string[]>('untranslated()')
  await until('every text is translated', left, (texts) => texts.length === 0)
}

/** The texts whose nodes React has lost to the translator since the page was loaded. */
export const textsOfReact = (page: Page): Promise<string[]> => page.evaluate('textsOfReact')
