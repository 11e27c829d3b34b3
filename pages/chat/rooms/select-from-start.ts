/** Selects the text of a field whose beginning stays in view. */
export function selectFromStart(field: HTMLInputElement): void {
  field.setSelectionRange(0, field.value.length, 'backward')
  field.scrollLeft = 0
}
