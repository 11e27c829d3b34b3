import type { IRouter } from 'express'
import { z } from 'zod'
import { mountPath, sendBytes } from '@parley/edge'
import type { Endpoint } from './openapi/endpoint.js'
import { refuseLink, tokenOf, sendFormPage, type FormTexts } from './pages/form-page.js'

/** A readable archive: its link is used up. */
interface Archive {
  readonly size: number
  read(): AsyncIterable<Uint8Array>
}

interface Archives {
  /** Whether a link leads to an archive. It stays as it is. */
  has(token: string): Promise<boolean>
  open(token: string): Promise<Archive | undefined>
}

const place = {
  paths: ['/data-export'],
  token: 'none',
  request: z.object({ query: z.object({ token: z.string() }) }),
  names: {},
} as const

/** The endpoints of `mountDataExport`, for documents. */
export const dataExportEndpoints: readonly Endpoint[] = [
  {
    ...place,
    about: {
      id: 'showDataExport',
      tag: 'users',
      summary: 'Show the page that downloads an archive (HTML)',
      details: 'Requires no credential, and does not use the link up. The page needs no JavaScript.',
    },
    method: 'get',
    answers: 'page',
    refuses: { notFound: 'The link is used, replaced, ended, expired or unknown. HEAD is always refused.' },
  },
  {
    ...place,
    about: {
      id: 'downloadDataExport',
      tag: 'users',
      summary: 'Download an archive by its link',
      details: 'Requires no credential and no body. The first answer uses the link up, even if the download breaks.',
    },
    method: 'post',
    answers: 'archive',
    refuses: { notFound: 'The link is used, replaced, ended, expired or unknown.' },
  },
]

const texts: FormTexts = {
  en: {
    title: 'A copy of your data',
    paragraphs: ["The archive contains all of the account's data. This link works for one download."],
    button: 'Download archive',
  },
  ko: {
    title: '내 데이터 사본',
    paragraphs: ['이 파일에는 계정의 모든 데이터가 들어 있습니다. 이 링크로 한 번만 다운로드할 수 있습니다.'],
    button: '파일 다운로드',
  },
}

/**
 * `/data-export?token=`: GET shows a page with a button, POST is the one download. HEAD is answered like an unknown link
 * (contract: users.20).
 */
export function mountDataExport(router: IRouter, archives: Archives): void {
  mountPath(router, '/data-export', {
    get: async (request, response) => {
      if (request.method === 'GET' && (await archives.has(tokenOf(request)))) sendFormPage(request, response, texts)
      else refuseLink(request, response)
    },
    post: async (request, response) => {
      const archive = await archives.open(tokenOf(request))
      if (!archive) {
        refuseLink(request, response)
        return
      }
      response.set({
        'Content-Type': 'application/zip',
        'Content-Length': String(archive.size),
        'Content-Disposition': 'attachment; filename="my-data.zip"',
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      })
      await sendBytes(archive.read(), response)
    },
  })
}
