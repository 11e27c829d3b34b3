const textFrame = 0x81
const sixteenBits = 126
const sixtyFourBits = 127

/** A message as one unmasked WebSocket frame (RFC 6455, 5.2), in one piece: a socket is written to once for it. */
export function frameOf(start: Buffer, rest: Buffer): Buffer {
  const length = start.length + rest.length
  const headLength = length < sixteenBits ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headLength + length)
  frame[0] = textFrame
  if (headLength === 2) frame[1] = length
  if (headLength === 4) frame.writeUInt16BE(length, writeSize(frame, sixteenBits))
  if (headLength === 10) frame.writeBigUInt64BE(BigInt(length), writeSize(frame, sixtyFourBits))
  frame.set(start, headLength)
  frame.set(rest, headLength + start.length)
  return frame
}

/** Says how long the length is; gives where it goes. */
function writeSize(frame: Buffer, size: number): number {
  frame[1] = size
  return 2
}
