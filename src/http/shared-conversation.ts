import type { IRouter } from 'express'
import { z } from 'zod'
import { answerForFailure, clientAddress, mountPath, refusals } from '@parley/edge'
import { AppError } from '@parley/runtime'
import { escaped } from '../html-text.js'
import { preferredLanguage, type Language } from '../languages.js'
import type { Endpoint } from './openapi/endpoint.js'
import { tokenOf, wantsPage } from './pages/form-page.js'
import { rootOf } from './pages/page.js'
import { sendRefusalPage } from './pages/refusal-page.js'
import { cardStyles, sendSitePage, type SiteLook } from './pages/site-page.js'

/** A message, and its reply. Both are HTML. */
interface Entry {
  readonly message: string
  /** A text. */
  readonly sender?: string
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
  look(): Promise<SiteLook>
  /** Whether `/` is the chat page. */
  readonly hasChatPage: boolean
}

/** The endpoint of `mountSharedConversation`, for documents. */
export const sharedConversationEndpoint: Endpoint = {
  about: {
    id: 'showSharedConversation',
    tag: 'rooms',
    summary: 'Show the copy of a chat by its link',
    details: 'Requires no credential. The page has no script and loads nothing but the logo of the installation.',
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
    copied: (date: string) => `Snapshot from ${date}. Newer messages aren’t included.`,
    read: 'Sources',
    picture: 'There was a picture here. It is not part of this snapshot.',
    sharedFrom: (name: string) => `Shared from ${name}`,
    begin: 'Start a chat',
    locale: 'en-GB',
    gone: 'This link no longer works',
    reasons: [
      'The person who shared this chat may have stopped sharing it or deleted it.',
      'If the link was cut off, ask for it again.',
    ],
  },
  ko: {
    conversation: '채팅',
    person: '사용자',
    assistant: '어시스턴트',
    copied: (date: string) => `${date}에 저장한 채팅 사본입니다. 그 이후의 메시지는 포함되지 않습니다.`,
    read: '출처',
    picture: '이미지가 있던 자리입니다. 이미지는 사본에 포함되지 않습니다.',
    sharedFrom: (name: string) => `${name}에서 공유한 채팅`,
    begin: '채팅 시작',
    locale: 'ko',
    gone: '더 이상 작동하지 않는 링크입니다',
    reasons: [
      '이 채팅을 공유한 사람이 공유를 중지했거나 채팅을 삭제했을 수 있습니다.',
      '링크가 잘렸다면 다시 보내 달라고 요청하세요.',
    ],
  },
} as const satisfies Record<Language, object>

// as pages/chat/styles: entries.css and late.css
const copyStyles = `body{word-break:keep-all}
[data-unspaced]{word-break:normal}
.copy{max-width:48rem;margin-inline:auto;padding:1.5rem 1rem 2rem}
.copy>header{padding-block-end:1rem;border-block-end:1px solid var(--line);margin-block-end:1.5rem}
.copy>header p{margin:.375rem 0 0}
main{display:grid;gap:1.5rem}
article{min-width:0}
.own{display:grid;justify-items:end}
.own>h2{max-width:85%;margin:0 0 .25rem;color:var(--quiet);font-size:.8125rem;line-height:1.25rem;font-weight:600}
.own>.markdown{max-width:min(36rem,85%);padding:.5rem .875rem;border-radius:.75rem .75rem .25rem .75rem;background:var(--accent-soft)}
.reply{display:flex;gap:.75rem;align-items:start}
.reply>div{flex:1;display:grid;gap:.25rem;min-width:0}
.reply h2{font-size:1rem;line-height:1.5;font-weight:600;margin:.25rem 0 0}
.portrait{display:grid;place-items:center;flex:none;width:2rem;aspect-ratio:1;border-radius:50%;color:#fff;font-size:.9rem;font-weight:700;line-height:1;text-transform:uppercase}
.portrait::before{content:attr(data-letter)}
.tint-0{background:#4450c4}.tint-1{background:#1b6b6b}.tint-2{background:#8a3b7d}.tint-3{background:#8a4b12}.tint-4{background:#2f6b2a}.tint-5{background:#a12b45}
.markdown{display:grid;gap:.625rem;min-width:0;overflow:clip;overflow-clip-margin:.25rem}
.markdown>*{min-width:0}
.markdown :is(p,ul,ol,pre,blockquote,figure){margin:0}
.markdown :is(h3,h4,h5,h6){margin:0;font-size:1em;font-weight:700}
.markdown h3{font-size:1.125em}
.markdown :is(h3,h4,h5,h6):not(:first-child){margin-block-start:.5rem}
.markdown :is(ul,ol){padding-inline-start:1.5rem}
.markdown ul{list-style:disc}.markdown ul ul{list-style:circle}
.markdown li.task{list-style:none;margin-inline-start:-1.5rem}
.markdown blockquote{display:grid;gap:.5rem;padding-inline-start:.75rem;border-inline-start:3px solid var(--line);color:var(--quiet)}
.markdown hr{width:100%;border:0;border-block-start:1px solid var(--line)}
.markdown p,.unparsed{white-space:pre-wrap}
code,pre{font-family:ui-monospace,monospace,monospace}
.markdown code{padding:.0625rem .25rem;border-radius:.25rem;background:var(--sunken);font-size:.9em}
.markdown pre,.code{border:1px solid var(--line);border-radius:.5rem;background:var(--sunken)}
.markdown pre{padding:.75rem;overflow-x:auto;overflow-wrap:normal;line-height:1.25rem}
.markdown pre code{padding:0;background:none;font-size:.875rem}
.code figcaption{padding:.375rem .75rem 0;color:var(--quiet);font-size:.8125rem}
.markdown pre code{display:block;width:max-content;min-width:100%;user-select:all}
.code pre{border:0;padding-block-start:.375rem;background:linear-gradient(90deg,transparent,var(--sunken) 50%) right/1.5rem 100% no-repeat local,linear-gradient(90deg,transparent,light-dark(#1b1e2b24,#00000080)) right/1rem 100% no-repeat}
.hljs-comment{color:var(--quiet)}.hljs-keyword{color:light-dark(#8a2a8f,#e0a3e6)}.hljs-string{color:light-dark(#1b6b3a,#8fdcab)}.hljs-number{color:light-dark(#8a4b12,#f0bd85)}.hljs-title{color:light-dark(#2f45a8,#a8b4ff)}
.table{overflow-x:auto}
table{border-collapse:collapse}
:is(th,td){min-width:4rem;max-width:24rem;padding:.25rem .625rem;border:1px solid var(--line);overflow-wrap:break-word;text-align:start;vertical-align:top}
th{background:var(--sunken)}
:is(th,td).left{text-align:left}:is(th,td).right{text-align:right;font-variant-numeric:tabular-nums}:is(th,td).center{text-align:center}
math{direction:ltr;font-family:'STIX Two Math','Cambria Math','Latin Modern Math','Libertinus Math','DejaVu Math TeX Gyre',math,serif;font-size:1.1em;line-height:1}
:is(msub,msup)>:nth-child(2),:is(msubsup,munderover)>:nth-child(n+2){font-size:.7em;line-height:.8}
.formula{display:block;overflow-x:auto;overflow-y:hidden;padding-block:.25rem}
msqrt{padding-block-start:.15em}
mtable[columnalign^="right left"] mtd:nth-child(odd){text-align:right}
mtable[columnalign^="right left"] mtd:nth-child(even),mtable[columnalign^="left"] mtd{text-align:left}
@supports not (-moz-appearance:none){menclose[notation~="box"]{border:1px solid;padding:.125em .25em}}
.picture,.footnotes{color:var(--quiet);font-size:.875rem}
.footnotes{padding-block-start:.625rem;border-block-start:1px solid var(--line)}
.sources{margin-block-start:.5rem;font-size:.875rem}
.sources h3{margin:0;color:var(--quiet);font-size:inherit}
.sources ol{margin:.25rem 0 0;padding-inline-start:1.5rem}
.bar{gap:1rem;justify-content:space-between}.bar .button{flex:none}
.copy>footer{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:center;justify-content:space-between;padding-block-start:1rem;border-block-start:1px solid var(--line);margin-block-start:2.5rem;color:var(--quiet);font-size:.875rem}
.copy>footer p{margin:0}.copy>footer .button{font-size:1rem}
@media (width<36rem){.copy{padding-block-start:1rem}.reply{display:block;position:relative}.reply h2{margin:0;padding:.25rem 0 .25rem 2.75rem}.reply>.portrait{position:absolute;inset-block-start:0}}`

/**
 * `GET /shared?token=`: the copy of a chat, as a page without a script, or one that says that the link does not work. The
 * language is that of the browser.
 */
export function mountSharedConversation(router: IRouter, shared: SharedConversations): void {
  mountPath(router, '/shared', {
    get: async (request, response) => {
      response.set('X-Robots-Tag', 'noindex, nofollow, noarchive')
      try {
        const conversation = await shared.open(tokenOf(request), clientAddress(request))
        if (!conversation && !wantsPage(request, response)) throw refusals.notFound()
        const language = preferredLanguage(request.headers['accept-language'])
        const look = await shared.look()
        const site = { language, look, home: shared.hasChatPage ? rootOf(request) : undefined }
        if (conversation) sendSitePage(request, response, { ...site, ...copyOf(conversation, site) })
        else sendSitePage(request, response.status(404), { ...site, ...goneOf(site) })
      } catch (error) {
        const isAnswered = error instanceof AppError && sendRefusalPage(request, response, answerForFailure(error))
        if (!isAnswered) throw error
      }
    },
  })
}

interface Site {
  readonly language: Language
  readonly look: SiteLook
  readonly home: string | undefined
}

const linkTo = (home: string | undefined, label: string): string =>
  home === undefined ? '' : `\n<a class="button" href="${home}">${label}</a>`

function goneOf({ language, home }: Site) {
  const { gone, reasons, begin } = words[language]
  const content = `<main>
<h1>${gone}</h1>
${reasons.map((reason) => `<p class="quiet">${reason}</p>`).join('\n')}${linkTo(home, begin)}
</main>`
  return { title: gone, content, styles: cardStyles }
}

function copyOf({ title, character, entries, createdAt }: SharedConversation, { language, look, home }: Site) {
  const { conversation, assistant, copied, sharedFrom, begin, locale } = words[language]
  const heading = title ?? character ?? conversation
  const speaker = character ?? assistant
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(createdAt)
  const content = `<div class="copy">
<header>
<h1 dir="auto">${escaped(heading)}</h1>
<p class="quiet">${copied(date)}</p>
</header>
<main>
${entries.map((entry) => articlesOf(entry, { speaker, language })).join('\n')}
</main>
<footer>
<p>${escaped(sharedFrom(look.name))}</p>${linkTo(home, begin)}
</footer>
</div>`
  return {
    title: heading,
    content,
    styles: copyStyles,
    action: home && `<a class="button" href="${home}">${begin}</a>`,
  }
}

function articlesOf(
  { message, sender, hadPicture, reply, sources = [] }: Entry,
  { speaker, language }: { readonly speaker: string; readonly language: Language },
): string {
  const { person, picture, read } = words[language]
  const list = `\n<div class="sources">\n<h3>${read}</h3>\n<ol>${sources.map(sourceOf).join('')}</ol>\n</div>`
  const written = `${hadPicture ? `<p class="picture">${picture}</p>` : ''}${message}`
  // a character can begin a chat
  const name = sender === undefined ? `<h2 class="unseen">${person}</h2>` : `<h2 dir="auto">${escaped(sender)}</h2>`
  const own = `<article class="own">\n${name}\n<div class="markdown">${written}</div>\n</article>\n`
  return `${written === '' ? '' : own}<article class="reply">
${portraitOf(speaker)}
<div>
<h2 dir="auto">${escaped(speaker)}</h2>
<div class="markdown">${reply}</div>${sources.length === 0 ? '' : list}
</div>
</article>`
}

/** As pages/ui/theme/portrait.tsx. The letter is not a text. */
function portraitOf(name: string): string {
  const [letter = '?'] = [...new Intl.Segmenter().segment(name.trim())].map(({ segment }) => segment)
  const tint = [...name].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 0) % 6
  return `<span class="portrait tint-${String(tint)}" aria-hidden="true" data-letter="${escaped(letter)}"></span>`
}

function sourceOf({ number, title, link }: NonNullable<Entry['sources']>[number]): string {
  const address = escaped(link)
  return `<li value="${String(number)}" dir="auto"><a href="${address}" rel="noopener noreferrer nofollow ugc">${escaped(title)}</a></li>`
}
