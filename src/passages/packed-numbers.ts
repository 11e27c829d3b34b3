/** Whole numbers from 0 as text: seven bits a byte, the lowest first, in base64url. */
export function packedNumbers(numbers: readonly number[]): string {
  const bytes: number[] = []
  for (const number of numbers) {
    let rest = number
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
    bytes.push(rest)
  }
  return Buffer.from(bytes).toString('base64url')
}

/** The numbers of a text of `packedNumbers`. */
export function unpackedNumbers(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64url')
  const numbers = new Float64Array(bytes.length)
  let count = 0
  let number = 0
  let factor = 1
  bytes.forEach((byte) => {
    number += (byte & 0x7f) * factor
    factor *= 0x80
    if (byte >= 0x80) return
    numbers[count] = number
    count += 1
    number = 0
    factor = 1
  })
  return numbers.subarray(0, count)
}
