import { median, pairedRatio } from '../statistics.js'
import { resultTable, type Result } from '../verdict.js'
import type { FirstMessage } from './measure-callers.js'
import type { EngineResult } from './measure-engine.js'
import type { ConversationResult, TurnResult } from './measure-turns.js'

const shown = [2, 10, 15, 30, 60]
const long = { from: 12, to: 60 }

export function engineReport({ conversations, rooms, four, one, residentMb, callers }: EngineResult): string {
  const batched = pairedRatio(four, one)
  return [
    '## The local engine: conversations that go on, and replies at the same time',
    '',
    `${rooms} rooms that send messages in turn, and the first one's prompts with ten entries on a worker that has just read something else:`,
    '',
    '| room | turn | tokens read | first token after ms | cold: tokens | ms | of cold |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...conversations.flatMap(rows),
    '',
    ...conversations.map(summary),
    `The first message of an account to a character that another account has just used: ${callers.map(firstMessage).join(', ')}.`,
    '',
    `In memory: ${residentMb.kept.toFixed(0)} MB with kept contexts, ${residentMb.bare.toFixed(0)} MB without.`,
    '',
    `Four replies at once: ${median(four).toFixed(0)} tokens/s with concurrency 4, ${median(one).toFixed(0)} with concurrency 1.`,
    '',
    resultTable([
      ...conversations.map(result),
      {
        what: 'tokens/s of four replies at once with concurrency 4',
        figure: batched,
        text: `${batched.toFixed(2)} (${four.length} rounds)`,
        target: { atLeast: 1.5 },
        peer: 'concurrency 1',
      },
    ]),
  ].join('\n')
}

function rows({ kind, turns }: ConversationResult): string[] {
  return turns
    .filter(({ turn }) => shown.includes(turn))
    .map(({ turn, readTokens, warmMs, coldTokens, coldMs }) => {
      const figures = [turn, readTokens, warmMs.toFixed(0), coldTokens, coldMs.toFixed(0), (warmMs / coldMs).toFixed(2)]
      return `| ${[kind, ...figures].join(' | ')} |`
    })
}

/** The mean of all turns, those that lose a block included. */
function result({ kind, turns }: ConversationResult): Result {
  const measured = turns.filter(isLong)
  const ratio = measured.reduce((sum, { warmMs, coldMs }) => sum + warmMs / coldMs, 0) / measured.length
  return {
    what: `time to the first token in turns ${long.from} to ${long.to} of the ${kind} room`,
    figure: ratio,
    text: `${ratio.toFixed(2)} (mean of ${measured.length} turns)`,
    target: { atMost: 0.3 },
    peer: 'a cold evaluation of ten entries',
  }
}

function firstMessage({ isPublic, firstTokenMs, readTokens }: FirstMessage): string {
  const which = isPublic ? 'a public one' : 'one that is not public'
  return `${which} ${firstTokenMs.toFixed(0)} ms (${readTokens} tokens read)`
}

function summary({ kind, turns }: ConversationResult): string {
  const measured = turns.filter(isLong)
  const isCold = ({ readTokens, coldTokens }: TurnResult) => readTokens > coldTokens / 2
  const cold = measured.filter(isCold).map(({ turn }) => turn)
  const read = median(measured.filter((turn) => !isCold(turn)).map(({ readTokens }) => readTokens))
  return (
    `Of turns ${long.from} to ${long.to} of the ${kind} room ${cold.length} begin a block (${cold.join(', ')}); ` +
    `the others read ${read} tokens (median).\n`
  )
}

function isLong({ turn }: TurnResult): boolean {
  return turn >= long.from && turn <= long.to
}
