import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import type { Accent } from '../../accent.js'
import { escaped } from '../../html-text.js'
import type { Language } from '../../languages.js'
import { rootOf } from './page.js'

/** What a page shows of the installation. */
export interface SiteLook {
  readonly name: string
  readonly logoUrl: string | null
  readonly accent: Accent | null
}

interface SitePage {
  readonly language: Language
  /** A text. */
  readonly title: string
  /** What stands below the bar, as HTML. */
  readonly content: string
  /** What stands at the end of the bar, as HTML. */
  readonly action?: string | undefined
  /** CSS of its own. */
  readonly styles: string
  readonly look: SiteLook
  /** The address of the chat page; undefined without one. */
  readonly home: string | undefined
}

// as pages/ui/theme: tokens.css, theme.css, frame.css and components.css
export const baseStyles = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans KR',sans-serif;text-size-adjust:100%;
--ground:light-dark(#f6f7fb,#12141c);--surface:light-dark(#ffffff,#1b1e29);--sunken:light-dark(#eceef5,#262a38);--line:light-dark(#d9dce8,#363b4d);
--ink:light-dark(#1b1e2b,#eceef6);--quiet:light-dark(#565c70,#a9b0c6);--accent:light-dark(#4450c4,#9aa5ff);--accent-soft:light-dark(#e6e8fb,#2b3056);--on-accent:light-dark(#ffffff,#12141c)}
*{box-sizing:border-box}
body{min-height:100dvh;margin:0;background:var(--ground);color:var(--ink);overflow-wrap:anywhere}
:lang(ko){word-break:keep-all}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
h1{font-size:1.375rem;line-height:1.25;margin:0}
.bar{display:flex;align-items:center;min-height:3.5rem;padding:.25rem .75rem;border-block-end:1px solid var(--line);background:var(--surface)}
.brand{display:inline-flex;gap:.5rem;align-items:center;min-width:0;min-height:2.75rem;color:var(--ink);font-size:1.125rem;font-weight:700;text-decoration:none}
.mark{flex:none;object-fit:contain}
.quiet{color:var(--quiet)}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.button{display:inline-flex;align-items:center;min-height:2.75rem;padding:.375rem 1rem;border-radius:.5rem;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}`

/** Of a page that is one card, as `.page.narrow` of the chat page. */
export const cardStyles = `main{display:grid;gap:1rem;width:min(27.5rem,100% - 2.5rem);padding:1.25rem;border:1px solid var(--line);border-radius:.75rem;margin:min(7.5rem,9vw) auto 2rem;background:var(--surface)}
main p{margin:0}
main .button{justify-content:center}`

/** As pages/ui/theme/mark.tsx. */
export const parleyMark = `<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path fill="var(--accent)" d="M8 3h16a5 5 0 0 1 5 5v11a5 5 0 0 1-5 5h-9l-7 6v-6a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5z"/><g fill="var(--on-accent)"><circle cx="11" cy="13.5" r="2"/><circle cx="16" cy="13.5" r="2"/><circle cx="21" cy="13.5" r="2"/></g></svg>`

/**
 * Sends a page with the name and the look of the installation. It has no script, loads nothing but the logo, and names its
 * address to no other page.
 */
export function sendSitePage(request: Request, response: Response, page: SitePage): void {
  const { language, title, content, action = '', look, home } = page
  const styles = [baseStyles, page.styles, ...(look.accent ? [accentStyles(look.accent)] : [])].join('\n')
  const name = `${markOf(look, rootOf(request))}<span dir="auto">${escaped(look.name)}</span>`
  response.vary('Accept-Language').set({
    'Content-Language': language,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policyOf(styles, look),
    'Referrer-Policy': 'no-referrer',
  })
  response.type('html').send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)} – ${escaped(look.name)}</title>
<style>${styles}</style>
</head>
<body>
<header class="bar">${home === undefined ? `<span class="brand">${name}</span>` : `<a class="brand" href="${home}">${name}</a>`}${action}</header>
${content}
</body>
</html>
`)
}

const accentStyles = ({ light, dark, softLight, softDark }: Accent): string =>
  `:root{--accent:light-dark(${light},${dark});--accent-soft:light-dark(${softLight},${softDark})}`

const markOf = ({ logoUrl }: SiteLook, root: string): string =>
  logoUrl === null
    ? parleyMark
    : `<img class="mark" src="${root}installation-logo${escaped(new URL(logoUrl).search)}" alt="" width="28" height="28">`

const policyOf = (styles: string, { logoUrl }: SiteLook): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    ...(logoUrl === null ? [] : ["img-src 'self'"]),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';')
