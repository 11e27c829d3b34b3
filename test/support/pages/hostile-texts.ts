const table = (columns: number, rows: number) => {
  const line = (cell: string) => `|${cell.repeat(columns)}`
  return [line(' a |'), line(' - |'), ...Array.from({ length: rows }, () => line(' b |'))].join('\n')
}

/** What a text can contain to run code, to load something, or to deceive its reader. `window.ran` shows that code has run. */
export const hostileTexts: readonly (readonly [name: string, text: string])[] = [
  ['a script', '<script>window.ran=1</script>'],
  ['a script in a block', '<div>\n\n<script>window.ran=1</script>\n\n</div>'],
  ['a script of another host', '<script src="https://evil.example/x.js"></script>'],
  ['a handler', '<img src=x onerror="window.ran=1">'],
  ['a handler without a space', '<svg/onload=window.ran=1>'],
  [
    'an SVG image',
    '<svg><script>window.ran=1</script><a xlink:href="javascript:window.ran=1"><text>x</text></a></svg>',
  ],
  [
    'MathML',
    '<math><mtext><table><mglyph><style><img src=x onerror="window.ran=1"></style></mglyph></table></mtext></math>',
  ],
  ['a frame', '<iframe srcdoc="<script>parent.ran=1</script>"></iframe><iframe src="https://evil.example/"></iframe>'],
  ['an object', '<object data="https://evil.example/x"></object><embed src="https://evil.example/x">'],
  ['a form', '<form action="https://evil.example/"><input name=password autofocus onfocus="window.ran=1"></form>'],
  ['styles', '<style>@import "https://evil.example/x.css"; body { display: none }</style>'],
  ['an inline style', '<div style="position:fixed;inset:0;background:url(https://evil.example/x)">covered</div>'],
  [
    'a base and a refresh',
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  ],
  [
    'a link element',
    '<link rel="stylesheet" href="https://evil.example/x.css"><link rel="prefetch" href="https://evil.example/">',
  ],
  ['a javascript: link', '[press me](javascript:window.ran=1)'],
  [
    'a javascript: link in disguise',
    '[a](JaVaScRiPt:window.ran=1) [b](java\tscript:window.ran=1) [c](&#106;avascript:window.ran=1) [d](<javascript&colon;window.ran=1>)',
  ],
  ['a javascript: autolink', '<javascript:window.ran=1>'],
  ['a vbscript: link', '[press me](vbscript:msgbox(1))'],
  [
    'data: addresses',
    '[open](data:text/html,<script>opener.ran=1</script>) ![p](data:image/svg+xml,<svg/onload=parent.ran=1>)',
  ],
  [
    'other schemes',
    '[f](file:///etc/passwd) [b](blob:https://evil.example/1) [r](//evil.example/x) [h](#/settings/account)',
  ],
  ['an image of another host', '![a cat](https://evil.example/cat.png "title\\" onload=\\"window.ran=1")'],
  ['a reference to an image', '![a cat][cat]\n\n[cat]: https://evil.example/cat.png'],
  ['quotes in a link', '[x](https://example.org/"onmouseover="window.ran=1" "title")'],
  [
    'references',
    '&lt;img src=x onerror=window.ran=1&gt; &#60;script&#62;window.ran=1&#60;/script&#62; &amp;lt;b&amp;gt;',
  ],
  ['code', '```html"><script>window.ran=1</script>\n<script>window.ran=1</script>\n```'],
  ['code that is coloured', '```html\n<img src=x onerror="window.ran=1"><script>window.ran=1</script>\n```'],
  ['code in a line', '`<img src=x onerror="window.ran=1">`'],
  [
    'a table with HTML',
    '| <b>a</b> | <img src=x onerror="window.ran=1"> |\n| - | - |\n| <script>window.ran=1</script> | [x](javascript:window.ran=1) |',
  ],
  ['a huge table', table(60, 200)],
  ['a table of one long row', table(1_500, 1)],
  ['quotations without end', `${'>'.repeat(5_000)} deep`],
  ['lists without end', Array.from({ length: 150 }, (_, depth) => `${'  '.repeat(depth)}- deep`).join('\n')],
  ['brackets without end', '['.repeat(5_000)],
  ['marks without end', '*a_'.repeat(18_000)],
  ['a very long word', 'x'.repeat(5_000)],
  ['many lines', 'line\n'.repeat(2_000)],
  ['bidirectional controls', 'the file \u202egnp.exe\u202c and \u2066\u2067reversed\u2069 \u202eto the end'],
  ['marks that pile up', `Z${'\u0300\u0489'.repeat(300)}algo`],
  ['right to left', 'שלום עולם, مرحبا بالعالم'],
  ['invisible characters', 'a\u200b\u200d\u2060\ufeffb\u00ad\u0007\u001b[31mred'],
  ['half a character', 'half \ud83d of a pair'],
  ['templates', '{{constructor.constructor("window.ran=1")()}} ${window.ran=1} {{char}} {{user}}'],
  [
    'TeX that links and loads',
    String.raw`\(\href{javascript:window.ran=1}{x}\) $$\includegraphics{https://evil.example/x.png}$$ $\url{javascript:window.ran=1}$`,
  ],
  [
    'TeX that covers the page',
    String.raw`$$\rule{900em}{900em}$$ \(\kern{-900em}\text{covered}\) \(\raisebox{-900em}{covered}\)`,
  ],
  ['TeX without end', String.raw`\(\def\a{\a\a}\a\) ${'\\frac{1}{'.repeat(300)}`],
  ['HTML in TeX', String.raw`$\text{<img src=x onerror="window.ran=1">}$ \(\htmlData{onclick=window.ran=1}{x}\)`],
  ['a prototype', '[__proto__]: x "y"\n\n[constructor][__proto__] [toString]'],
]

/** Those that can be a name: short, on one line, and without the control and format characters that the server refuses there. */
export const hostileNames = hostileTexts.filter(([, text]) => text.length <= 95 && !/\p{C}/u.test(text))
