export interface GgufTensor {
  readonly name: string
  /** The fastest dimension first, as GGUF stores them. */
  readonly shape: readonly number[]
  readonly values: Float32Array
  /** 16-bit values: half the size; norms keep 32 bits. */
  readonly isHalf: boolean
}

export type GgufValue =
  | { readonly kind: 'u32' | 'i32' | 'f32'; readonly value: number }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'strings'; readonly value: readonly string[] }
  | { readonly kind: 'i32s' | 'f32s'; readonly value: readonly number[] }

const alignment = 32
const codes = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const

/** A GGUF version 3 file. */
export function encodeGguf(metadata: Readonly<Record<string, GgufValue>>, tensors: readonly GgufTensor[]): Buffer {
  const entries = Object.entries(metadata)
  const head = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(entries.length)]
  for (const [key, value] of entries) head.push(text(key), encodeValue(value))
  const bodies = tensors.map(({ values, isHalf }) => pad(isHalf ? encodeHalf(values) : Buffer.from(values.buffer)))
  let offset = 0
  tensors.forEach(({ name, shape, isHalf }, index) => {
    head.push(text(name), u32(shape.length), ...shape.map(u64), u32(isHalf ? 1 : 0), u64(offset))
    offset += bodies[index]?.length ?? 0
  })
  return Buffer.concat([pad(Buffer.concat(head)), ...bodies])
}

function encodeValue(entry: GgufValue): Buffer {
  switch (entry.kind) {
    case 'u32':
      return Buffer.concat([u32(codes.u32), u32(entry.value)])
    case 'i32':
      return Buffer.concat([u32(codes.i32), i32(entry.value)])
    case 'f32':
      return Buffer.concat([u32(codes.f32), f32(entry.value)])
    case 'bool':
      return Buffer.concat([u32(codes.bool), Buffer.from([entry.value ? 1 : 0])])
    case 'string':
      return Buffer.concat([u32(codes.string), text(entry.value)])
    case 'strings':
      return encodeArray(codes.string, entry.value.map(text))
    case 'i32s':
      return encodeArray(codes.i32, entry.value.map(i32))
    case 'f32s':
      return encodeArray(codes.f32, entry.value.map(f32))
  }
}

function encodeArray(code: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(codes.array), u32(code), u64(items.length), ...items])
}

function pad(bytes: Buffer): Buffer {
  const missing = (alignment - (bytes.length % alignment)) % alignment
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)])
}

function encodeHalf(values: Float32Array): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  const single = new DataView(new ArrayBuffer(4))
  values.forEach((value, index) => {
    single.setFloat32(0, value)
    bytes.writeUInt16LE(halfOf(single.getUint32(0)), index * 2)
  })
  return bytes
}

/** Converts the bits of a 32-bit float to those of a 16-bit one; too small becomes 0, too large infinity. */
function halfOf(bits: number): number {
  const sign = (bits >>> 16) & 0x8000
  const exponent = ((bits >>> 23) & 0xff) - 112
  const fraction = bits & 0x7fffff
  if (exponent >= 31) return sign | 0x7c00
  if (exponent > 0) return sign | (exponent << 10) | (fraction >> 13)
  return exponent < -10 ? sign : sign | ((fraction | 0x800000) >> (14 - exponent))
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8')
  return Buffer.concat([u64(bytes.length), bytes])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function i32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
