import { constants, type ServerHttp2Session } from 'node:http2'

/** An HTTP/2 session beyond these limits is ended; Node's own bounds also apply. */
const limits = {
  windowMs: 10_000,
  /** Streams reset in a window: each has cost a request to the service. */
  resets: 100,
  /** PING and SETTINGS frames in a window: each requires an answer. */
  signals: 200,
} as const

/**
 * Ends a session that has had no stream for `idleMs` (frames that belong to none do not count), and one that floods ("rapid reset"
 * and similar attacks).
 */
export function limitSession(session: ServerHttp2Session, idleMs: number): void {
  let streams = 0
  const closeLater = () => setTimeout(() => session.close(), idleMs)
  let idle = closeLater()
  const calm = () => session.destroy(new Error('a flood of frames'), constants.NGHTTP2_ENHANCE_YOUR_CALM)
  const countReset = tooMany(limits.resets, calm)
  const countSignal = tooMany(limits.signals, calm)
  session.on('stream', (stream) => {
    streams += 1
    clearTimeout(idle)
    stream.once('close', () => {
      streams -= 1
      if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) countReset()
      if (streams === 0 && !session.destroyed) idle = closeLater()
    })
  })
  session.on('ping', countSignal)
  session.on('remoteSettings', countSignal)
  // errors of the client's session need no log
  session.on('error', () => undefined)
  session.once('close', () => clearTimeout(idle))
}

/** Counts calls, and calls back when a window has more than `most`. */
function tooMany(most: number, callback: () => void): () => void {
  let count = 0
  let startedMs = 0
  return () => {
    const nowMs = performance.now()
    if (nowMs - startedMs > limits.windowMs) {
      startedMs = nowMs
      count = 0
    }
    count += 1
    if (count === most + 1) callback()
  }
}
