import { escaped } from './html-text.js'

/** A paragraph of a mail; a code is in large letters, and a link is behind its words. */
export type MailParagraph = string | { readonly code: string } | { readonly link: string; readonly words: string }

interface Content {
  /** The name of the installation, which begins the subject and ends the text. */
  readonly sender: string
  readonly subject: string
  readonly paragraphs: readonly MailParagraph[]
  /** Such as `en`. */
  readonly language: string
}

/** The subject, the plain text and the HTML of a mail. The HTML loads nothing from elsewhere. */
export function mailForms({ sender, subject: words, paragraphs, language }: Content) {
  const subject = `${sender}: ${words}`
  const signed = [...paragraphs, sender]
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font-family: sans-serif; max-width: 32em">
${signed.map(htmlOf).join('\n')}
</body>
</html>
`
  return { sender, subject, text: `${signed.map(textOf).join('\n\n')}\n`, html }
}

function textOf(paragraph: MailParagraph): string {
  if (typeof paragraph === 'string') return paragraph
  return `    ${'code' in paragraph ? paragraph.code : paragraph.link}`
}

function htmlOf(paragraph: MailParagraph): string {
  if (typeof paragraph === 'string') return `<p>${escaped(paragraph)}</p>`
  if ('link' in paragraph) return `<p><a href="${escaped(paragraph.link)}">${escaped(paragraph.words)}</a></p>`
  return `<p style="font-size: 2em; letter-spacing: 0.2em"><strong>${escaped(paragraph.code)}</strong></p>`
}
