import 'ws'

// ws exports this class, but its types do not declare it
declare module 'ws' {
  interface FrameOptions {
    readonly fin: boolean
    readonly rsv1: boolean
    readonly opcode: number
    readonly mask: boolean
    readonly readOnly: boolean
  }

  export const Sender: { frame(data: Buffer, options: FrameOptions): Buffer[] }
}
