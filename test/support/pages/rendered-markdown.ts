import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** What the chat page shows of a text once its late parts are loaded, without a browser. */
export interface RenderedMarkdown {
  /** Its elements in the notation of snippets, with formulas as their sources. */
  readonly elementsOf: (text: string, isGrowing?: boolean) => string
  /** The characters that a person reads, without spaces. A formula is one character, `∎`. */
  readonly visibleOf: (text: string, isGrowing?: boolean) => string
  /** The elements of a formula; undefined for one that is shown as its source. */
  readonly typesetOf: (tex: string, isDisplayed: boolean) => string | undefined
}

interface Bundle {
  readonly markupOf: (text: string, isGrowing: boolean) => string
  readonly typesetOf: RenderedMarkdown['typesetOf']
}

const source = `
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Markdown } from './markdown.js'
import { typeset } from './typeset.js'
import '../languages/en.js'
export const markupOf = (text, isGrowing) => renderToStaticMarkup(createElement(Markdown, { text, isGrowing }))
export const typesetOf = (tex, isDisplayed) => {
  const elements = typeset({ tex, isDisplayed })
  return elements === undefined ? undefined : renderToStaticMarkup(elements)
}
`

/** The late parts of a text, which a rendering without effects would never load. */
const loadedParts: Plugin = {
  name: 'loaded-parts',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\/late-part\.js$/ }, ({ importer }) =>
      importer.endsWith('blocks.tsx') ? { path: 'late-part', namespace: 'loaded' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'loaded' }, () => ({
      contents: `import * as footnotes from './footnote-section.js'
export const latePart = (partOf) => partOf(footnotes)`,
      resolveDir: join(process.cwd(), 'pages/chat/markdown'),
    }))
  },
}

export async function renderedMarkdown(): Promise<RenderedMarkdown> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-markdown-'))
  const outfile = join(folder, 'markdown.mjs')
  try {
    await build({
      stdin: { contents: source, resolveDir: join(process.cwd(), 'pages/chat/markdown'), loader: 'js' },
      inject: [join(process.cwd(), 'test/support/pages/browser-globals.ts')],
      define: {
        COLOUR_WORKER: '""',
        FORMULA_STYLES: '""',
        isSecureContext: 'false',
        'process.env.NODE_ENV': '"production"',
      },
      tsconfig: join(process.cwd(), 'pages/tsconfig.json'),
      outfile,
      bundle: true,
      plugins: [loadedParts],
      jsx: 'automatic',
      format: 'esm',
      platform: 'browser',
      logLevel: 'warning',
    })
    const { markupOf, typesetOf } = (await import(pathToFileURL(outfile).href)) as Bundle
    return {
      elementsOf: (text, isGrowing = false) => notation(markupOf(text, isGrowing)),
      visibleOf: (text, isGrowing = false) => visible(markupOf(text, isGrowing)),
      typesetOf,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The words that only screen readers have, and buttons, do not belong to the text. */
const withoutChrome = (markup: string): string =>
  markup
    // each text beside elements has an element of its own
    .replaceAll(/<span>([^<]*)<\/span>/g, '$1')
    .replaceAll(/<figcaption>.*?<\/figcaption>/gs, '')
    .replaceAll(/<sup><button[^>]*>(\d+)<\/button><\/sup>/g, '<sup>$1</sup>')
    .replaceAll(/\u00a0?<button[^>]*>.*?<\/button>/gs, '')

function notation(markup: string): string {
  const languages = [...markup.matchAll(/<figcaption><span class="clipped">([^<]*)/g)].map(([, name = '']) => name)
  return withoutChrome(markup)
    .replace(/^<div class="markdown"[^>]*>(.*)<\/div>$/s, '$1')
    .replaceAll(/<span aria-hidden="true">(☑|☐) <\/span><span class="unseen">[^<]*<\/span>/g, (_, sign: string) =>
      sign === '☑' ? '<task done>' : '<task>',
    )
    .replaceAll(/<span class="formula( display)?"[^>]*>(.*?)<\/span>/gs, '<tex$1>$2</tex>')
    .replaceAll(/<figure class="code"><pre[^>]*><code>(.*?)<\/code><\/pre><\/figure>/gs, (_, code: string) => {
      const language = languages.shift() ?? ''
      return `<pre${language === 'Code' ? '' : ` lang="${language}"`}>${code}</pre>`
    })
    .replaceAll(/<div class="table-frame"[^>]*>(.*?)<\/div>/gs, '$1')
    .replaceAll(/<\/?(?:thead|tbody)>/g, '')
    .replaceAll(/<section class="footnotes"[^>]*><ol>(.*?)<\/ol><\/section>/gs, '<notes>$1</notes>')
    .replaceAll(/ (?:dir|id|tabindex|scope|target|rel)="[^"]*"/g, '')
    .replaceAll(/<(br|hr)\/>/g, '<$1>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
}

function visible(markup: string): string {
  return withoutChrome(markup)
    .replaceAll(/<span class="unseen">[^<]*<\/span>/g, '')
    .replaceAll(/<span class="formula(?: display)?"[^>]*>(.*?)<\/span>/gs, '∎')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, '')
}
