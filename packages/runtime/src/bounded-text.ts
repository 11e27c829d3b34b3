/** The whole text of a body. Throws `tooLarge()` beyond `limitBytes`, which closes the connection. */
export async function boundedText(
  body: AsyncIterable<Uint8Array> | null,
  limitBytes: number,
  tooLarge = () => new Error('the answer was too large'),
): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > limitBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
