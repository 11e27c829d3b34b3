export const en = {
  code: 'Code',
  copyCode: 'Copy code',
  table: 'Table',
  done: 'Done:',
  open: 'Not done:',
  footnotes: 'Footnotes',
  footnote: (number: number) => `Footnote ${String(number)}`,
  backToText: (number: number) => `Back to footnote ${String(number)} in the text`,
}
