import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { systemErrorCode } from '@parley/runtime'

/**
 * Why a model cannot be loaded, in words that name its file; undefined when the file, and each further part, has all
 * bytes of its tensors. Only headers are read. What a later version of the format has is left to the library.
 */
export function modelFault(path: string): string | undefined {
  for (const part of modelParts(path)) {
    const fault = fileFault(part)
    if (fault !== undefined) return fault
  }
  return undefined
}

function fileFault(path: string): string | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    return unreadable(path, error)
  }
  try {
    const size = fstatSync(file).size
    if (size === 0) return `${path} is empty: ${remedy}`
    const header = new Header(file, size)
    if (!header.isOfFormat) return `${path} is not a GGUF file`
    const needed = neededBytes(header)
    if (needed === undefined || size >= needed) return undefined
    return `${path} is cut: it has ${String(size)} of at least ${String(needed)} bytes; ${remedy}`
  } catch (error) {
    // of a folder too
    if (systemErrorCode(error) !== 'unknown') return unreadable(path, error)
    if (error instanceof EndOfFile) return `${path} is cut within its header; ${remedy}`
    throw error
  } finally {
    closeSync(file)
  }
}

const remedy = 'copy or download it again'

const unreadable = (path: string, error: unknown) => `there is no readable file ${path} (${systemErrorCode(error)})`

/** The parts of a model, of which the first one is loaded: `a-00001-of-00003.gguf` is the first of three. */
export function modelParts(first: string): string[] {
  const [, count] = partName.exec(first) ?? []
  if (count === undefined) return [first]
  return Array.from({ length: Number(count) }, (_, index) =>
    first.replace(partName, `-${String(index + 1).padStart(5, '0')}-of-$1$2`),
  )
}

const partName = /-00001-of-(\d{5})(\.gguf)$/i

class EndOfFile extends Error {}

const chunkBytes = 65_536

/** Reads the header of a file in its order. Throws EndOfFile beyond its end. */
class Header {
  readonly isOfFormat: boolean
  #position = 0
  #chunk = Buffer.alloc(0)
  #chunkAt = 0

  constructor(
    private readonly file: number,
    private readonly size: number,
  ) {
    const magic = Buffer.alloc(4)
    readSync(file, magic, 0, 4, 0)
    this.isOfFormat = magic.toString('latin1') === 'GGUF'
    this.skip(4)
  }

  get position(): number {
    return this.#position
  }

  skip(bytes: number): void {
    this.#position += bytes
    if (this.#position > this.size) throw new EndOfFile()
  }

  u32(): number {
    return this.#bytes(4).readUInt32LE()
  }

  /** Larger numbers than those of JavaScript are beyond the end of any file. */
  u64(): number {
    return Number(this.#bytes(8).readBigUInt64LE())
  }

  text(): string {
    const length = this.u64()
    // a longer one is not a name that is needed
    if (length > chunkBytes) {
      this.skip(length)
      return ''
    }
    return this.#bytes(length).toString('latin1')
  }

  #bytes(length: number): Buffer {
    const from = this.#position
    this.skip(length)
    const end = from + length
    if (from < this.#chunkAt || end > this.#chunkAt + this.#chunk.length) {
      const chunk = Buffer.alloc(Math.min(Math.max(length, chunkBytes), this.size - from))
      const read = readSync(this.file, chunk, 0, chunk.length, from)
      if (read < length) throw new EndOfFile()
      this.#chunk = chunk.subarray(0, read)
      this.#chunkAt = from
    }
    return this.#chunk.subarray(from - this.#chunkAt, end - this.#chunkAt)
  }
}

/** Versions 2 and 3, which differ in nothing that is read here; version 1 has other numbers. */
const versions = [2, 3]

/** The least size of a file with this header; undefined for one that is not understood. */
function neededBytes(header: Header): number | undefined {
  if (!versions.includes(header.u32())) return undefined
  const tensors = header.u64()
  const keys = header.u64()
  let alignment = 32
  for (let key = 0; key < keys; key += 1) {
    const isAlignment = header.text() === 'general.alignment'
    const type = header.u32()
    if (isAlignment && type === valueTypes.u32) alignment = header.u32()
    else if (!skipValue(header, type)) return undefined
  }
  let end = 0
  for (let tensor = 0; tensor < tensors; tensor += 1) end = Math.max(end, tensorEnd(header))
  if (tensors === 0) return header.position
  return Math.ceil(header.position / alignment) * alignment + end
}

const valueTypes = { u32: 4, string: 8, array: 9 } as const
/** The bytes of a value, by its type. */
const valueBytes: Readonly<Partial<Record<number, number>>> = {
  ...{ 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1 },
  ...{ 10: 8, 11: 8, 12: 8 },
}

/** False for a value of an unknown type. */
function skipValue(header: Header, type: number): boolean {
  if (type === valueTypes.string) header.skip(header.u64())
  else if (type === valueTypes.array) return skipArray(header)
  else {
    const bytes = valueBytes[type]
    if (bytes === undefined) return false
    header.skip(bytes)
  }
  return true
}

function skipArray(header: Header): boolean {
  const type = header.u32()
  const length = header.u64()
  const bytes = valueBytes[type]
  if (bytes !== undefined) {
    header.skip(bytes * length)
    return true
  }
  for (let index = 0; index < length; index += 1) if (!skipValue(header, type)) return false
  return true
}

/** Values of a block and its bytes, of the usual types of tensors. */
const blocks: Readonly<Partial<Record<number, readonly [values: number, bytes: number]>>> = {
  ...{ 0: [1, 4], 1: [1, 2], 30: [1, 2] }, // F32, F16, BF16
  ...{ 2: [32, 18], 3: [32, 20], 6: [32, 22], 7: [32, 24], 8: [32, 34] }, // Q4_0, Q4_1, Q5_0, Q5_1, Q8_0
  ...{ 10: [256, 84], 11: [256, 110], 12: [256, 144], 13: [256, 176], 14: [256, 210] }, // Q2_K to Q6_K
}

/** Where the bytes of a tensor end, after the header; of an unknown type at least their beginning. */
function tensorEnd(header: Header): number {
  header.skip(header.u64())
  const dimensions = header.u32()
  let values = 1
  for (let dimension = 0; dimension < dimensions; dimension += 1) values *= header.u64()
  const [perBlock, bytes] = blocks[header.u32()] ?? [1, 0]
  return header.u64() + Math.floor(values / perBlock) * bytes
}
