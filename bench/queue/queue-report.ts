import { median, quantile } from '../statistics.js'
import { resultTable } from '../verdict.js'
import type { QueueResult } from './measure-queue.js'

export function queueReport({ jobs, isFifo, gapsMs, tokensPerSecond }: QueueResult): string {
  const most = Math.max(...gapsMs)
  return [
    `## The queue of a worker, a scripted model at ${tokensPerSecond} tokens/s, one running and ${jobs - 1} waiting`,
    '',
    `Order: ${isFifo ? 'exactly first in, first out' : 'NOT first in, first out'}.`,
    `From one end to the next start, ${gapsMs.length} times: median ${median(gapsMs).toFixed(1)} ms, 95 % within ` +
      `${quantile(gapsMs, 0.95).toFixed(1)} ms.`,
    '',
    resultTable([
      {
        what: 'longest time from an end to the next start in ms',
        figure: most,
        text: most.toFixed(1),
        target: { atMost: 20 },
      },
    ]),
  ].join('\n')
}
