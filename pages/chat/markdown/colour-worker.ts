import { coloursOf, type Code, type Colours } from './colours.js'

/** What the worker sends to the page. */
export type ColourWorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'coloured'; readonly colours: Colours | undefined }

const send = (message: ColourWorkerMessage): void => self.postMessage(message)

addEventListener('message', ({ data }: MessageEvent<Code>) => {
  send({ kind: 'coloured', colours: attempt(data) })
})
send({ kind: 'ready' })

/** Undefined also for code whose parts are nested too deeply for the thread. */
function attempt(code: Code): Colours | undefined {
  try {
    return coloursOf(code)
  } catch {
    return undefined
  }
}
