/** The parser compares each of these marks with the others of its block. */
const marks = /[*_~]/g
const maxMarks = { block: 300, table: 1_000, text: 3_000 }
/** The parser looks for addresses in each part of a word again. */
const longWord = /[!-~]{1001}/
const fence = /^ {0,3}(`{3,}(?!.*`)|~{3,})/
const bullet = /^ {0,3}[-*+] +\S/
const tableRule = /^[\s|:-]*-[\s|:-]*$/

/** Whether the parser needs longer than a few frames for a text. Code between fences costs it nothing. */
export function isCostly(text: string): boolean {
  let code: string | undefined
  let inBlock = 0
  let inText = 0
  let lines = 0
  let most = maxMarks.block
  for (const line of text.split('\n')) {
    const [, mark] = fence.exec(line) ?? []
    if (code !== undefined) {
      if (mark?.startsWith(code) && line.trim() === mark) code = undefined
      continue
    }
    if (mark !== undefined) code = mark
    if (mark !== undefined || line.trim() === '' || bullet.test(line)) {
      inBlock = 0
      lines = 0
      most = maxMarks.block
    }
    if (mark !== undefined) continue
    lines += 1
    if (lines === 2 && line.includes('|') && tableRule.test(line)) most = maxMarks.table
    const count = line.match(marks)?.length ?? 0
    inBlock += count
    inText += count
    if (inBlock > most || inText > maxMarks.text || longWord.test(line)) return true
  }
  return false
}
