import { decodeHTML } from 'entities'

/** The part of the browser's parser that the page uses: the characters of references. */
export class DOMParser {
  parseFromString(text: string) {
    return { body: { textContent: decodeHTML(text) } }
  }
}

export const location = new URL('http://localhost/')

export const addEventListener = () => undefined

/** React creates one when it is loaded, which would keep a process alive. It is used for streams only. */
export class MessageChannel {
  readonly port1 = {}
  readonly port2 = {}
}
