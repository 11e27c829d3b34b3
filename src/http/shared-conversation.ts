import { createHash } from 'node:crypto'
import type { IRouter, Request, Response } from 'express'
import { z } from 'zod'
import { answerForFailure, clientAddress, mountPath } from '@parley/edge'
import { AppError } from '@parley/runtime'
import { escaped } from '../html-text.js'
import { preferredLanguage, type Language } from '../languages.js'
import type { Endpoint } from './openapi/endpoint.js'
import { refuseLink, tokenOf, type FormTexts } from './pages/form-page.js'
import { sendRefusalPage } from './pages/refusal-page.js'

/** A message, and its reply. Both are HTML. */
interface Entry {
  readonly message: string
  readonly hadPicture: boolean
  readonly reply: string
  readonly sources?: readonly { readonly number: number; readonly title: string; readonly link: string }[]
}

/** A copy of a chat. */
interface SharedConversation {
  readonly title: string | null
  readonly character: string | null
  readonly entries: readonly Entry[]
  /** Epoch milliseconds. */
  readonly createdAt: number
}

interface SharedConversations {
  /** Undefined for a link that does not work. */
  open(token: string, ipAddress: string | null): Promise<SharedConversation | undefined>
  /** What people know the installation by. */
  name(): Promise<string>
}

/** The endpoint of `mountSharedConversation`, for documents. */
export const sharedConversationEndpoint: Endpoint = {
  about: {
    id: 'showSharedConversation',
    tag: 'rooms',
    summary: 'Show the copy of a chat by its link',
    details: 'Requires no credential. The page has no script and loads nothing.',
  },
  method: 'get',
  paths: ['/shared'],
  token: 'none',
  request: z.object({ query: z.object({ token: z.string() }) }),
  names: {},
  answers: 'page',
  refuses: {
    notFound: 'The link is unknown or was revoked, or it does not work now.',
    tooManyRequests: 'Too many requests of links from one IP address.',
  },
}

const words = {
  en: {
    conversation: 'Chat',
    person: 'User',
    assistant: 'Assistant',
    copied: (date: string) => `A copy of a chat, made on ${date}. Later messages are not in it.`,
    read: 'Sources',
    picture: 'There was a picture here. It is not part of this copy.',
  },
  ko: {
    conversation: '채팅',
    person: '사용자',
    assistant: '어시스턴트',
    copied: (date: string) => `${date}에 만든 채팅 사본입니다. 그 이후의 메시지는 포함되지 않습니다.`,
    read: '출처',
    picture: '이미지가 있던 자리입니다. 이미지는 사본에 포함되지 않습니다.',
  },
} as const satisfies Record<Language, object>

const gone: FormTexts = {
  en: { title: 'Chat not found', paragraphs: ['This link no longer works, or it is incomplete.'] },
  ko: { title: '채팅을 찾을 수 없습니다', paragraphs: ['더 이상 작동하지 않거나 잘린 링크입니다.'] },
}

const styles = `:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif;--line:light-dark(#d8dadd,#3a3d42);--soft:light-dark(#f1f3f4,#26282c);--quiet:light-dark(#5a5f66,#a5abb3);--link:light-dark(#1f5fbf,#8ab4f8)}
*{box-sizing:border-box}
body{max-width:46rem;margin:0 auto;padding:1.5rem 1rem 4rem;background:light-dark(#fff,#18191c);color:light-dark(#1c1e21,#e6e8ea);overflow-wrap:anywhere}
:lang(ko){word-break:keep-all}
header{border-bottom:1px solid var(--line);margin-bottom:1.5rem}
header p{color:var(--quiet);margin:.25rem 0}
h1{font-size:1.5rem;line-height:1.3;margin:.25rem 0}
h2{font-size:.875rem;color:var(--quiet);margin:0 0 .25rem}
h3,h4,h5,h6{font-size:1.0625rem;margin:1.25rem 0 .5rem}
article{margin:0 0 1.5rem}
.person{background:var(--soft);border-radius:.75rem;padding:.75rem 1rem}
p,ul,ol,pre,blockquote,.table{margin:.5rem 0}
ul,ol{padding-inline-start:1.5rem}
a{color:var(--link)}
code,pre{font:.875em/1.5 ui-monospace,monospace}
pre{background:var(--soft);border:1px solid var(--line);border-radius:.5rem;padding:.75rem;overflow-x:auto;overflow-wrap:normal}
.person pre{background:none}
blockquote{border-inline-start:3px solid var(--line);padding-inline-start:1rem;margin-inline:0}
hr{border:0;border-top:1px solid var(--line)}
.table{overflow-x:auto;overflow-wrap:normal}
table{border-collapse:collapse}
th,td{border:1px solid var(--line);padding:.25rem .625rem;text-align:start}
.center{text-align:center}.right{text-align:right}.left{text-align:left}
.unparsed{white-space:pre-wrap}
.footnotes,.picture{font-size:.875rem;color:var(--quiet)}`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

/** `GET /shared?token=`: the copy of a chat, as a page without a script. The language is that of the browser. */
export function mountSharedConversation(router: IRouter, shared: SharedConversations): void {
  mountPath(router, '/shared', {
    get: async (request, response) => {
      response.set('X-Robots-Tag', 'noindex, nofollow, noarchive')
      try {
        const conversation = await shared.open(tokenOf(request), clientAddress(request))
        if (conversation) send(conversation, { request, response, name: await shared.name() })
        else refuseLink(request, response, gone)
      } catch (error) {
        const isAnswered = error instanceof AppError && sendRefusalPage(request, response, answerForFailure(error))
        if (!isAnswered) throw error
      }
    },
  })
}

function send(
  conversation: SharedConversation,
  { request, response, name }: { readonly request: Request; readonly response: Response; readonly name: string },
): void {
  const language = preferredLanguage(request.headers['accept-language'])
  response.vary('Accept-Language').set({
    'Content-Language': language,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
  })
  response.type('html').send(pageOf(conversation, { language, name }))
}

function pageOf(
  { title, character, entries, createdAt }: SharedConversation,
  { language, name }: { readonly language: Language; readonly name: string },
): string {
  const { conversation, person, assistant, copied, picture, read } = words[language]
  const heading = escaped(title ?? character ?? conversation)
  const speaker = escaped(character ?? assistant)
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(createdAt)
  const articles = entries.map(
    ({ message, hadPicture, reply, sources = [] }) => `<article class="person">
<h2>${person}</h2>
${hadPicture ? `<p class="picture">${picture}</p>\n` : ''}${message}
</article>
<article>
<h2 dir="auto">${speaker}</h2>
${reply}${sources.length === 0 ? '' : `\n<h3>${read}</h3>\n<ol>${sources.map(sourceOf).join('')}</ol>`}
</article>`,
  )
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<title>${heading} – ${escaped(name)}</title>
<style>${styles}</style>
</head>
<body>
<header>
<p>${escaped(name)}</p>
<h1 dir="auto">${heading}</h1>
<p>${copied(date)}</p>
</header>
<main>
${articles.join('\n')}
</main>
</body>
</html>
`
}

function sourceOf({ number, title, link }: NonNullable<Entry['sources']>[number]): string {
  const address = escaped(link)
  return `<li value="${String(number)}" dir="auto"><a href="${address}" rel="noopener noreferrer nofollow ugc">${escaped(title)}</a></li>`
}
