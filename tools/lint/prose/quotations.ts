/** The sentences that the pages of the contract fix: text between backquotes, and each string of JSON in it. */
export function quotationsIn(pages: readonly string[]): ReadonlySet<string> {
  const spans = pages.flatMap((page) =>
    [...page.matchAll(/`(?<span>[^`]+)`/g)].map(({ groups }) => groups?.['span'] ?? ''),
  )
  const strings = spans.flatMap((span) =>
    [...span.matchAll(/"(?<string>[^"]+)"/g)].map(({ groups }) => groups?.['string'] ?? ''),
  )
  return new Set([...spans, ...strings].map((sentence) => sentence.replaceAll(/\s+/g, ' ')))
}
