export const en = {
  code: 'Code',
  copyCode: 'Copy the code',
  table: 'Table',
  done: 'Done:',
  open: 'Not done:',
  footnotes: 'Footnotes',
  footnote: (number: number) => `Footnote ${String(number)}`,
  backToText: (number: number) => `Back to the mark of footnote ${String(number)}`,
}
