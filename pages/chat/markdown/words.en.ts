export const en = {
  code: 'Code',
  copyCode: 'Copy code',
  table: 'Table',
  done: 'Done:',
  open: 'Not done:',
  footnote: (number: number) => `Footnote ${String(number)}`,
}
