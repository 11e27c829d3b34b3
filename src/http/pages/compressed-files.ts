import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import express, { type RequestHandler, type Response } from 'express'

const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

/**
 * Files that never change under their names, compressed for clients that accept it. The build writes the compressed
 * forms beside each file; they have no addresses of their own.
 */
export function compressedFiles(folder: string): RequestHandler {
  const stored = new Set(readdirSync(folder))
  const setHeaders = (response: Response, path: string) => {
    const encoding = encodings.find(({ ending }) => path.endsWith(ending))
    if (!encoding) return
    response.type(basename(path, encoding.ending))
    response.set('Content-Encoding', encoding.name)
  }
  const serve = express.static(folder, { index: false, redirect: false, immutable: true, maxAge: '1 year', setHeaders })
  return (request, response, next) => {
    const name = request.path.slice(1)
    if (!stored.has(name) || encodings.some(({ ending }) => name.endsWith(ending))) {
      next()
      return
    }
    response.vary('Accept-Encoding')
    // each by itself: browsers accept all of them equally
    const accepted = encodings.find((encoding) => request.acceptsEncodings(encoding.name))
    const form = name + (accepted?.ending ?? '')
    if (stored.has(form)) request.url = `/${form}`
    serve(request, response, next)
  }
}
