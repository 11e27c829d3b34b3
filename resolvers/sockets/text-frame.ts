import { Sender } from 'ws'

const textMessage = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true }

/** One unmasked WebSocket text frame of `start` and `rest` in one buffer, so that the socket is written once. */
export function frameOf(start: Buffer, rest: Buffer): Buffer {
  return Buffer.concat(Sender.frame(Buffer.concat([start, rest]), textMessage))
}
