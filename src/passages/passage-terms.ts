import { termsOf, textParts } from '@parley/chat-log-store'

/** The terms of a text in their order, each as often as it occurs: those of the search index (ADR 0085). */
export function* passageTerms(text: string): Generator<string, void> {
  for (const part of textParts(text)) yield* termsOf(part)
}
