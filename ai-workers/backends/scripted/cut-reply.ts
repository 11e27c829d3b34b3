/**
 * Cuts a text into pieces of about equal length, at most `chunks` of them. A cut near a character of two UTF-16 code units
 * goes through its middle, as real models do, so that the code that joins the pieces must handle half a character.
 */
export function cutReply(text: string, chunks: number): string[] {
  const size = text.length / chunks
  const middles = middlesOf(text)
  const cuts = Array.from({ length: chunks + 1 }, (_, index) => {
    const even = Math.round(index * size)
    const isEdge = index === 0 || index === chunks
    return isEdge ? even : (middles.find((middle) => Math.abs(middle - even) < size / 2) ?? even)
  })
  return cuts.slice(1).flatMap((end, index) => {
    const piece = text.slice(cuts[index], end)
    return piece === '' ? [] : [piece]
  })
}

function middlesOf(text: string): number[] {
  const middles: number[] = []
  let offset = 0
  for (const character of text) {
    if (character.length === 2) middles.push(offset + 1)
    offset += character.length
  }
  return middles
}
