import type { RequestHandler } from 'express'
import { refusals } from './http-error.js'

const localName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * Refuses requests that name another host than this machine. A page of a foreign site can point its own name at the
 * loopback and then read, as its own, what a listener without credentials answers; the name is all that gives it away.
 */
export const localNamesOnly: RequestHandler = ({ headers: { host = '' } }, _response, next) => {
  if (!localName.test(host)) throw refusals.forbidden('This listener answers to localhost alone')
  next()
}
