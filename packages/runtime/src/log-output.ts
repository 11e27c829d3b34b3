import { pino, type DestinationStream } from 'pino'

const defaultRetryMs = 1_000
/** Of lines that wait for a slow reader, in bytes. Further ones are dropped. */
const waitingLimit = 16 * 1_048_576

/**
 * The output of a log. Lines that cannot be written, as on a full disk, are dropped and counted: the log never ends its
 * process. Without a reader nothing is written any more.
 */
export function openLogOutput({
  fd,
  onDropped,
  onResumed,
  retryMs = defaultRetryMs,
}: {
  /** The file descriptor that lines are written to. */
  readonly fd: number
  /** Called with each line that is dropped. */
  readonly onDropped: () => void
  /** Called when lines are written again, with the number of those that were dropped. */
  readonly onResumed: (droppedLines: number) => void
  /** Milliseconds between two attempts while the output cannot be written. */
  readonly retryMs?: number
}): DestinationStream {
  const stream = pino.destination({ dest: fd, sync: false, maxLength: waitingLimit })
  let isFailing = false
  let isGone = false
  let dropped = 0
  const drop = () => {
    dropped += 1
    onDropped()
  }
  // the library's own listener passes every error but EPIPE on to the process
  stream.removeAllListeners('error')
  stream.on('error', (error: NodeJS.ErrnoException) => {
    isGone ||= error.code === 'EPIPE'
    isFailing = true
    // what was being written is kept, and written first
    if (!isGone) setTimeout(() => stream.write(''), retryMs).unref()
  })
  stream.on('drop', drop)
  stream.on('drain', () => {
    if (!isFailing && dropped === 0) return
    const lines = dropped
    isFailing = false
    dropped = 0
    onResumed(lines)
  })
  // called at the end of the process, whose exit code must not depend on the log
  const flush = stream.flushSync.bind(stream)
  stream.flushSync = () => {
    try {
      flush()
    } catch {
      // the lines are lost with the process
    }
  }
  return {
    write: (line) => {
      if (isFailing) drop()
      else stream.write(line)
    },
  }
}
