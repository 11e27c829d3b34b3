import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorAnswer } from '@parley/edge'
import { preferredLanguage, type Language } from '../../languages.js'
import { pageOf, pagePolicy, type FormTexts } from './form-page.js'
import { rootOf } from './page.js'

const texts: Readonly<Record<'403' | '404' | '429' | '431' | '503', FormTexts>> = {
  403: {
    en: { title: 'Wrong address', paragraphs: ['This server does not use the address in the address bar.'] },
    ko: { title: '이 주소로는 열 수 없습니다', paragraphs: ['이 서버는 주소 표시줄에 있는 주소를 사용하지 않습니다.'] },
  },
  404: {
    en: {
      title: 'Page not found',
      paragraphs: ['The address may be mistyped, or the page was removed.'],
      toHome: 'Go to the home page',
    },
    ko: {
      title: '페이지를 찾을 수 없습니다',
      paragraphs: ['주소를 잘못 입력했거나 삭제된 페이지입니다.'],
      toHome: '홈으로 이동',
    },
  },
  429: {
    en: { title: 'Too many requests', paragraphs: ['Wait a moment, then reload the page.'] },
    ko: { title: '요청이 너무 많습니다', paragraphs: ['잠시 후 페이지를 새로 고치세요.'] },
  },
  431: {
    en: {
      title: 'Too many cookies',
      paragraphs: [
        'Your browser sent too many cookies and other headers. Parley does not use cookies: these come from other programs on this host.',
        'Delete the cookies of this site, then reload the page.',
      ],
    },
    ko: {
      title: '쿠키가 너무 많습니다',
      paragraphs: [
        '브라우저가 보낸 쿠키와 헤더가 너무 큽니다. Parley는 쿠키를 사용하지 않습니다. 이 호스트의 다른 프로그램이 만든 쿠키입니다.',
        '이 사이트의 쿠키를 삭제한 뒤 페이지를 새로 고치세요.',
      ],
    },
  },
  503: {
    en: { title: 'The server is busy', paragraphs: ['Wait a moment, then reload the page.'] },
    ko: { title: '지금은 서버가 바쁩니다', paragraphs: ['잠시 후 페이지를 새로 고치세요.'] },
  },
}

/** Whether a person reads the answer in a browser: it asks for HTML, and not for JSON. */
function isPageRequest({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const { accept = '' } = headers
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept) && !/\bjson\b/i.test(accept)
}

/** The page in place of the body of a refusal, in the language of the browser; undefined for a status that no page has. */
function refusalPage(status: number, headers: IncomingHttpHeaders, home: string | undefined) {
  const [, found] = Object.entries(texts).find(([known]) => Number(known) === status) ?? []
  if (!found) return undefined
  const language: Language = preferredLanguage(headers['accept-language'])
  return {
    text: pageOf(found[language], language, home),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': pagePolicy,
      'Cache-Control': 'no-store',
    },
  }
}

/** The way from the address of a request to `/`: a proxy can put a path before all addresses of the server. */
function homeOf({ url = '/' }: IncomingMessage): string {
  return rootOf({ path: url.split('?', 1)[0] ?? url })
}

type SendRefusalPage = (request: IncomingMessage, response: ServerResponse, answer: ErrorAnswer) => boolean

/** As `sendRefusalPage`; on a server with a home page, the page for an unknown path leads to it. */
export const sendRefusalPageWithHome: SendRefusalPage = (request, response, answer) =>
  send(request, response, answer, homeOf(request))

/** Answers the refusal of a page with a page (contract: errors.12). Returns false, and answers nothing, to every other request. */
export const sendRefusalPage: SendRefusalPage = (request, response, answer) => send(request, response, answer)

function send(request: IncomingMessage, response: ServerResponse, answer: ErrorAnswer, home?: string): boolean {
  if (response.headersSent || !isPageRequest(request)) return false
  const page = refusalPage(answer.status, request.headers, home)
  if (!page) return false
  for (const [name, value] of Object.entries({ ...answer.headers, ...page.headers })) response.setHeader(name, value)
  response.setHeader('Vary', 'Accept, Accept-Language')
  response.statusCode = answer.status
  response.setHeader('Content-Length', Buffer.byteLength(page.text))
  response.end(page.text)
  return true
}
