/**
 * Cuts a text inside every marker that it contains. A tokenizer reads a marker that its model file declares as ordinary
 * vocabulary as one token, wherever it occurs; after the cut no piece contains a whole marker.
 */
export function cutMarkers(text: string, markers: readonly string[]): string[] {
  return markers.reduce<string[]>((pieces, marker) => pieces.flatMap((piece) => cutMarker(piece, marker)), [text])
}

function cutMarker(text: string, marker: string): string[] {
  const [first = '', ...others] = text.split(marker)
  if (others.length === 0) return [text]
  const head = marker.slice(0, 1)
  const tail = marker.slice(1)
  const pieces = [first + head]
  others.forEach((other, index) => pieces.push(index === others.length - 1 ? tail + other : tail + other + head))
  return pieces
}
