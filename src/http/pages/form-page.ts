import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { refusals } from '@parley/edge'
import { preferredLanguage, type Language } from '../../languages.js'
import { limits } from '../../limits.js'
import { baseStyles, cardStyles, parleyMark } from './site-page.js'

/** The texts of a page with one button, in a language of the chat page. */
export interface FormWords {
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Absent: the page has no button. */
  readonly button?: string
  /** The label of a field for a new password. */
  readonly password?: string
  /** The label of a link to the home page, for `pageOf` with its address. */
  readonly toHome?: string
}

export type FormTexts = Readonly<Record<Language, FormWords>>

// a page for any installation: it has no name, and the mark of the product as its logo
const styles = `${baseStyles}
${cardStyles}
body{padding-block-start:3.5rem}
label,input{display:block;width:100%;font:inherit}
input{margin:.25rem 0 1rem;padding:.5rem}
button.button{width:100%;border:0;font:inherit;font-weight:600;cursor:pointer}`

/** The `Content-Security-Policy` of these pages. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

/**
 * Sends a page whose button posts to the address of the request, with its query: programs that follow links, such as
 * scanners of mails, change nothing. It has no script, and loads nothing. The language is that of the browser.
 */
export function sendFormPage(request: Request, response: Response, texts: FormTexts): void {
  const language = preferredLanguage(request.headers['accept-language'])
  response.vary('Accept-Language').set({
    'Content-Language': language,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': pagePolicy,
    // the address has a secret; the browser names the origin of the page when it posts
    'Referrer-Policy': 'same-origin',
  })
  response.type('html').send(pageOf(texts[language], language))
}

const gone: FormTexts = {
  en: { title: 'This link does not work', paragraphs: ['It was used, has expired, or is incomplete.'] },
  ko: { title: '사용할 수 없는 링크입니다', paragraphs: ['이미 사용했거나, 만료되었거나, 잘린 링크입니다.'] },
}

/** Whether the client is a browser that shows a page. */
export function wantsPage(request: Request, response: Response): boolean {
  response.vary('Accept')
  return request.accepts(['json', 'html']) === 'html'
}

/** Answers 404 to the request of a link that does not work: browsers get a page, other clients the body of errors. */
export function refuseLink(request: Request, response: Response, texts = gone): void {
  if (!wantsPage(request, response)) throw refusals.notFound()
  sendFormPage(request, response.status(404), texts)
}

/** Every text is one of this program: none needs an escape. */
export function pageOf(words: FormWords, language: Language, home?: string): string {
  const { title, paragraphs, button, password, toHome } = words
  const field =
    password === undefined
      ? ''
      : `\n<label for="password">${password}</label>
<input id="password" name="new_password" type="password" autocomplete="new-password" minlength="${limits.passwordMinLength}" maxlength="${limits.passwordLength}" required>`
  const form =
    button === undefined ? '' : `\n<form method="post">${field}\n<button class="button">${button}</button>\n</form>`
  const link = home === undefined || toHome === undefined ? '' : `\n<a class="button" href="${home}">${toHome}</a>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<main>
${parleyMark}
<h1>${title}</h1>
${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}${form}${link}
</main>
</body>
</html>
`
}

/** The token of a link; empty without one. */
export function tokenOf({ query: { token } }: Request): string {
  return typeof token === 'string' ? token : ''
}
