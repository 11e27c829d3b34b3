/** With `auto` a browser lays the whole text out again at every key: 30 ms in a paragraph of 100,000 characters. */
const longText = 4_000
const rightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The direction of a text that a person writes. */
export function directionOf(text: string): 'auto' | 'ltr' | 'rtl' {
  if (text.length < longText) return 'auto'
  return rightToLeft.test(text) ? 'rtl' : 'ltr'
}
