import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import express from 'express'
import type { RequestHandler, Response } from 'express'

const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

/** Files that never change under their names, compressed for clients that accept it: the build lays both forms beside each. */
export function compressedFiles(folder: string): RequestHandler {
  const names = new Set(readdirSync(folder))
  const setHeaders = (response: Response, path: string) => {
    const encoding = encodings.find(({ ending }) => path.endsWith(ending))
    if (!encoding) return
    response.type(basename(path, encoding.ending))
    response.set('Content-Encoding', encoding.name)
  }
  const serve = express.static(folder, { index: false, redirect: false, immutable: true, maxAge: '1 year', setHeaders })
  return (request, response, next) => {
    response.vary('Accept-Encoding')
    // each by itself: browsers accept all of them equally
    const accepted = encodings.find(({ name }) => request.acceptsEncodings(name))
    const path = request.path + (accepted?.ending ?? '')
    if (names.has(path.slice(1))) request.url = path
    serve(request, response, next)
  }
}
