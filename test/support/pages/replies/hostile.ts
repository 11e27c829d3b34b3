import { raw, type Snippet } from './snippet.js'

const own = 'written for this table'

/** What could run code, load something, cover the page or need seconds. */
export const hostileSnippets: readonly Snippet[] = [
  {
    from: 'https://katex.org/docs/security',
    text: raw`$\href{javascript:alert(1)}{x}$ and $\url{https://evil.example/}$`,
    dom: raw`<p><tex>$\href{javascript:alert(1)}{x}$</tex> and <tex>$\url{https://evil.example/}$</tex></p>`,
  },
  {
    from: 'https://katex.org/docs/security',
    text: raw`$\includegraphics{https://evil.example/x.png}$ \(\htmlStyle{position:fixed}{x}\)`,
    dom: raw`<p><tex>$\includegraphics{https://evil.example/x.png}$</tex> <tex>\(\htmlStyle{position:fixed}{x}\)</tex></p>`,
  },
  {
    from: 'https://katex.org/docs/security',
    text: raw`$$\rule{1000em}{1000em}\kern{9999em}x$$`,
    dom: raw`<tex display>$$\rule{1000em}{1000em}\kern{9999em}x$$</tex>`,
  },
  {
    from: 'https://katex.org/docs/options',
    text: raw`\[\def\a{\a\a}\a\]`,
    dom: raw`<tex display>\[\def\a{\a\a}\a\]</tex>`,
    isUntypesettable: true,
  },
  {
    from: own,
    text: raw`$\text{<img src=x onerror=alert(1)>}$ and $\text{</math><script>alert(1)</script>}$`,
    dom: raw`<p><tex>$\text{&lt;img src=x onerror=alert(1)>}$</tex> and <tex>$\text{&lt;/math>&lt;script>alert(1)&lt;/script>}$</tex></p>`,
  },
  {
    from: own,
    text: raw`\(\color{red;background:url(https://evil.example)}x\)`,
    dom: raw`<p><tex>\(\color{red;background:url(https://evil.example)}x\)</tex></p>`,
    isUntypesettable: true,
  },
  {
    from: own,
    text: '<br onclick="alert(1)">a<br/>b<br style="x">',
    dom: '<p>&lt;br onclick="alert(1)">a<br>b&lt;br style="x"></p>',
  },
  {
    from: own,
    text: '[a][^1] [^2](javascript:alert(1))\n\n[^1]: see <script>alert(1)</script>\n[^2]: x',
    dom: '<p>[a]<sup>1</sup> <sup>2</sup>(javascript:alert(1))</p><notes><li>see &lt;script>alert(1)&lt;/script></li><li>x</li></notes>',
  },
  {
    from: own,
    text: '[^__proto__] [^constructor]\n\n[^__proto__]: a',
    dom: '<p><sup>1</sup> [^constructor]</p><notes><li>a</li></notes>',
  },
  {
    from: own,
    text: '[^1]\n\n[^1]: round[^1] and round[^1]',
    dom: '<p><sup>1</sup></p><notes><li>round<sup>1</sup> and round<sup>1</sup></li></notes>',
  },
  {
    from: own,
    text: raw`\(a \[b\) c\] \)`,
    dom: raw`<p><tex>\(a \[b\)</tex> c] )</p>`,
    isUntypesettable: true,
  },
  {
    from: own,
    text: raw`\\(a\\) and \\\(b\) and ${'`\\(c\\)`'}`,
    dom: raw`<p>\(a\) and \<tex>\(b\)</tex> and <code>\(c\)</code></p>`,
  },
  {
    from: own,
    text: '**\\*\\*a\\*\\*** and \\$5 \\[x\\] is a formula',
    dom: '<p><strong>**a**</strong> and $5 <tex display>\\[x\\]</tex> is a formula</p>',
  },
]
