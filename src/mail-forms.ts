/** A paragraph of a mail; a code is in large letters, and a link is behind its words. */
export type MailParagraph = string | { readonly code: string } | { readonly link: string; readonly words: string }

/** The plain text and the HTML of a mail in a language, such as `en`. The HTML loads nothing from elsewhere. */
export function mailForms(
  subject: string,
  paragraphs: readonly MailParagraph[],
  language = 'en',
): { readonly text: string; readonly html: string } {
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font-family: sans-serif; max-width: 32em">
${paragraphs.map(htmlOf).join('\n')}
</body>
</html>
`
  return { text: `${paragraphs.map(textOf).join('\n\n')}\n`, html }
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

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
