import { median } from '../statistics.js'
import type { TimedAnswer } from '../tokens/raw-process.js'
import { resultTable } from '../verdict.js'
import type { DemoResult } from './measure-demo.js'

const targets = { tokensPerSecond: { atLeast: 150 }, residentMb: { atMost: 250 } }

export function demoReport(results: readonly DemoResult[]): string {
  return [
    '## The bundled model on one thread',
    '',
    'Default configuration but for `MODEL_THREADS=1`, default sampling, one worker process after the other:',
    '',
    '| worker | replies | tokens of a reply | tokens/s | with the prompt | first token after ms | CPU ms per token | MB |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...results.map(row),
    '',
    resultTable(
      results.flatMap(({ kind, answers, residentMb }) => {
        const perSecond = streamedPerSecond(answers)
        return [
          {
            what: `tokens/s of the ${kind} worker`,
            figure: perSecond,
            text: perSecond.toFixed(0),
            target: targets.tokensPerSecond,
          },
          {
            what: `MB of the ${kind} worker`,
            figure: residentMb,
            text: residentMb.toFixed(0),
            target: targets.residentMb,
          },
        ]
      }),
    ),
  ].join('\n')
}

function row({ kind, answers, cpuMs, residentMb }: DemoResult): string {
  const figures = [
    String(answers.length),
    median(answers.map(({ tokens }) => tokens)).toFixed(0),
    streamedPerSecond(answers).toFixed(0),
    wholePerSecond(answers).toFixed(0),
    median(answers.map(({ firstTokenMs }) => firstTokenMs)).toFixed(0),
    (cpuMs / sum(answers, ({ tokens }) => tokens)).toFixed(2),
    residentMb.toFixed(0),
  ]
  return `| ${[kind, ...figures].join(' | ')} |`
}

/**
 * Tokens per second between the first and the last token of each reply, over all replies: one short reply means little.
 */
function streamedPerSecond(answers: readonly TimedAnswer[]): number {
  return (1_000 * sum(answers, ({ tokens }) => tokens - 1)) / sum(answers, ({ streamingMs }) => streamingMs)
}

/** Tokens per second since the requests. */
function wholePerSecond(answers: readonly TimedAnswer[]): number {
  const ms = sum(answers, ({ firstTokenMs, streamingMs }) => firstTokenMs + streamingMs)
  return (1_000 * sum(answers, ({ tokens }) => tokens)) / ms
}

function sum(answers: readonly TimedAnswer[], of: (answer: TimedAnswer) => number): number {
  return answers.reduce((total, answer) => total + of(answer), 0)
}
