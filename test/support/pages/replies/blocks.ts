import { raw, type Snippet } from './snippet.js'

/** Tables, lists, code and footnotes as models write them. */
export const blockSnippets: readonly Snippet[] = [
  {
    from: 'field/page.md D7',
    text: '| Item | Count | Note |\n| :--- | ---: | :---: |\n| Apples | 12 | fresh |',
    dom: '<table><tr><th class="left">Item</th><th class="right">Count</th><th class="center">Note</th></tr><tr><td class="left">Apples</td><td class="right">12</td><td class="center">fresh</td></tr></table>',
  },
  {
    from: 'enricoros/big-AGI#939',
    text: '| Step | Words |\n|---|---|\n| 1 | - first line<br>- second bullet point |',
    dom: '<table><tr><th>Step</th><th>Words</th></tr><tr><td>1</td><td>- first line<br>- second bullet point</td></tr></table>',
  },
  {
    from: 'aws-samples/generative-ai-use-cases#1271',
    text: '| 項目 | 内容 |\n|------|------|\n| 説明 | 手順1<br>手順2<br/>手順3 |',
    dom: '<table><tr><th>項目</th><th>内容</th></tr><tr><td>説明</td><td>手順1<br>手順2<br>手順3</td></tr></table>',
  },
  {
    from: 'hunyadi/md2conf#77',
    text: '| A     | B                   |\n|-------|---------------------|\n| 1 line| 1 line <br /> 2 line |',
    dom: '<table><tr><th>A</th><th>B</th></tr><tr><td>1 line</td><td>1 line <br> 2 line</td></tr></table>',
  },
  {
    from: 'LostRuins/lite.koboldai.net#197',
    text: 'First line<br>second line, but <b>this</b> and <p> stay.',
    dom: '<p>First line<br>second line, but &lt;b>this&lt;/b> and &lt;p> stay.</p>',
  },
  {
    from: 'markedjs/marked#1375',
    text: '|**Meaning**|Main axis|\n|---|---|\n|**Values**|`row | row-reverse | column | column-reverse`|',
    dom: '<table><tr><th><strong>Meaning</strong></th><th>Main axis</th></tr><tr><td><strong>Values</strong></td><td><code>row | row-reverse | column | column-reverse</code></td></tr></table>',
  },
  {
    from: 'microsoft/vscode#131859',
    text: '| header1 | Header2\n|--|--\n| `|` | <= this',
    dom: '<table><tr><th>header1</th><th>Header2</th></tr><tr><td><code>|</code></td><td>&lt;= this</td></tr></table>',
  },
  {
    from: 'github/markup#1320',
    text: '| A table           | b |\n| ----------------- | - |\n| `a pipe (|) char` | c |',
    dom: '<table><tr><th>A table</th><th>b</th></tr><tr><td><code>a pipe (|) char</code></td><td>c</td></tr></table>',
  },
  {
    from: 'joemccann/dillinger#326',
    text: 'one | two\n----- | -----\n```hello|world``` | two columns',
    dom: '<table><tr><th>one</th><th>two</th></tr><tr><td><code>hello|world</code></td><td>two columns</td></tr></table>',
    isDecidedLate: true,
  },
  {
    from: 'Python-Markdown/markdown#436',
    text: 'Column 1 | Column 2 | Column 3\n---------|----------|---------\nPipe     | `|`      | word',
    dom: '<table><tr><th>Column 1</th><th>Column 2</th><th>Column 3</th></tr><tr><td>Pipe</td><td><code>|</code></td><td>word</td></tr></table>',
    isDecidedLate: true,
  },
  {
    from: 'SolaceLabs/solace-agent-mesh#661',
    text: raw`| Key | Title |
| --- | --- |
| A-1 | left \| right |
| A-2 | ${'`a \\| b`'} |
| A-3 | a &#124; b |`,
    dom: '<table><tr><th>Key</th><th>Title</th></tr><tr><td>A-1</td><td>left | right</td></tr><tr><td>A-2</td><td><code>a | b</code></td></tr><tr><td>A-3</td><td>a | b</td></tr></table>',
  },
  {
    from: 'DavidAnson/markdownlint#798',
    text: '| a | b |\n| - | - |\n|`a |` `foo`|',
    dom: '<table><tr><th>a</th><th>b</th></tr><tr><td>`a</td><td><code> </code>foo`</td></tr></table>',
    isDecidedLate: true,
  },
  {
    from: 'osaurus-ai/osaurus#2332',
    text: raw`| Name | Value |
|---|---|
| norm | $|x| = \sqrt{x^2}$ |
| set | \(\{x | x > 0\}\) |`,
    dom: raw`<table><tr><th>Name</th><th>Value</th></tr><tr><td>norm</td><td><tex>$|x| = \sqrt{x^2}$</tex></td></tr><tr><td>set</td><td><tex>\(\{x | x > 0\}\)</tex></td></tr></table>`,
  },
  {
    from: 'markedjs/marked#2871',
    text: 'Col1| Col2 | Col3\n--- | --- | ---\na1 | b1 | c1\na2 | b2',
    dom: '<table><tr><th>Col1</th><th>Col2</th><th>Col3</th></tr><tr><td>a1</td><td>b1</td><td>c1</td></tr><tr><td>a2</td><td>b2</td><td></td></tr></table>',
    isDecidedLate: true,
  },
  {
    from: 'OXY2DEV/markview.nvim#56',
    text: 'The variables:\n| Name | Meaning |\n|---|---|\n| `PUBLISH_S3_STG_DIR` | S3 path of the stage |\n\nEnd.',
    dom: '<p>The variables:</p><table><tr><th>Name</th><th>Meaning</th></tr><tr><td><code>PUBLISH_S3_STG_DIR</code></td><td>S3 path of the stage</td></tr></table><p>End.</p>',
  },
  {
    from: 'https://github.github.com/gfm/#tables-extension-',
    text: '| abc | defghi |\n:-: | -----------:\nbar | baz\n> bar',
    dom: '<table><tr><th class="center">abc</th><th class="right">defghi</th></tr><tr><td class="center">bar</td><td class="right">baz</td></tr></table><blockquote><p>bar</p></blockquote>',
  },
  {
    from: 'https://github.github.com/gfm/#tables-extension-',
    text: '| abc | def |\n| --- |\n| bar |',
    dom: '<p>| abc | def |<br>| --- |<br>| bar |</p>',
  },
  {
    from: 'k1LoW/deck#138',
    text: '- 理解できること\n  - 疎結合なアプリケーションとは何か\n  - サービス層とドメイン層\n- 持ち帰れること\n  - クリーンなコード',
    dom: '<ul><li>理解できること<ul><li>疎結合なアプリケーションとは何か</li><li>サービス層とドメイン層</li></ul></li><li>持ち帰れること<ul><li>クリーンなコード</li></ul></li></ul>',
  },
  {
    from: 'firede/msee#42',
    text: '1. One\n1. Two\n    1. AA\n    1. BB\n1. Three',
    dom: '<ol start="1"><li>One</li><li>Two<ol start="1"><li>AA</li><li>BB</li></ol></li><li>Three</li></ol>',
  },
  {
    from: 'sourcegraph/cody#93',
    text: '1. First\n   - inner\n   - other\n2. Second\n   - inner\n3. Third',
    dom: '<ol start="1"><li>First<ul><li>inner</li><li>other</li></ul></li><li>Second<ul><li>inner</li></ul></li><li>Third</li></ol>',
  },
  {
    from: 'sourcegraph/sourcegraph-public-snapshot#32088',
    text: '1.  Foo\n    1. Bar\n\n        ```\n        Some code\n        ```\n\n    1. Baz',
    dom: '<ol start="1"><li>Foo<ol start="1"><li><p>Bar</p><pre>Some code</pre></li><li><p>Baz</p></li></ol></li></ol>',
  },
  {
    from: 'sickn33/agentic-awesome-skills#461',
    text: '- Level 1\n  - Level 2\n    - Level 3\n      - Level 4\n\n57. Fifty-seven\n58. Fifty-eight',
    dom: '<ul><li>Level 1<ul><li>Level 2<ul><li>Level 3<ul><li>Level 4</li></ul></li></ul></li></ul></li></ul><ol start="57"><li>Fifty-seven</li><li>Fifty-eight</li></ol>',
  },
  {
    from: 'rancher/docs#3379',
    text: '1. Install it:\n   ```bash\n   npm install\n   ```\n2. Run it:\n   ```bash\n   npm start\n   ```',
    dom: '<ol start="1"><li>Install it:<pre lang="bash">npm install</pre></li><li>Run it:<pre lang="bash">npm start</pre></li></ol>',
  },
  {
    from: 'anthropics/claude-code#80183',
    text: '- [ ] todo\n- [x] done\n- [X] also done\n- plain',
    dom: '<ul><li class="task"><task>todo</li><li class="task"><task done>done</li><li class="task"><task done>also done</li><li>plain</li></ul>',
  },
  {
    from: 'chenglou/pretext#259',
    text: 'Checklist:\n\n- [ ] loose todo\n\n- [x] loose done',
    dom: '<p>Checklist:</p><ul><li class="task"><p><task>loose todo</p></li><li class="task"><p><task done>loose done</p></li></ul>',
  },
  {
    from: 'outlmd/outl#230',
    text: '- [ ] issue\n  - [ ] issue 1\n  - [x] issue 2',
    dom: '<ul><li class="task"><task>issue<ul><li class="task"><task>issue 1</li><li class="task"><task done>issue 2</li></ul></li></ul>',
  },
  {
    from: 'omnigent-ai/omnigent#584',
    text: '* [ ] **Write** the [docs](https://example.com/)\n* [x] ~~Ship it~~',
    dom: '<ul><li class="task"><task><strong>Write</strong> the <a href="https://example.com/">docs</a></li><li class="task"><task done><del>Ship it</del></li></ul>',
  },
  {
    from: 'github/markup#322',
    text: '> - [x] first task\n> - [ ] second task',
    dom: '<blockquote><ul><li class="task"><task done>first task</li><li class="task"><task>second task</li></ul></blockquote>',
  },
  {
    from: 'humanitas-labs/paper#37',
    text: '1. [x] Enso is the default theme.\n2. [y] no task, nor is [ ] this',
    dom: '<ol start="1"><li class="task"><task done>Enso is the default theme.</li><li>[y] no task, nor is [ ] this</li></ol>',
  },
  {
    from: 'deepseek-ai/DeepSeek-R1#636',
    text: '~~~markdown\n# Title\n```python\nprint(1)\n```\n~~~\nAfter.',
    dom: '<pre lang="markdown"># Title\n```python\nprint(1)\n```</pre><p>After.</p>',
  },
  {
    from: 'deepseek-ai/DeepSeek-V3#1280',
    text: '````markdown\n| a | b |\n|---|---|\n```python\nx = "**1**"\n```\n````',
    dom: '<pre lang="markdown">| a | b |\n|---|---|\n```python\nx = "**1**"\n```</pre>',
  },
  {
    from: 'Blaizzy/nativ#285',
    text: 'Run it:\n\n```python title="a.py"\ndef f(x):\n    return x ** 2  # $x$ and **this**\n```\n\nDone.',
    dom: '<p>Run it:</p><pre lang="python">def f(x):\n    return x ** 2  # $x$ and **this**</pre><p>Done.</p>',
  },
  {
    from: 'JonathanRiche/verde#76',
    text: '### Steps\n\n1. **Open** `app.ts`\n2. Add:\n\n```ts\nconst a = `x`\n```\n\n> *Note:* keep it.\n\n---\n\nEnd',
    dom: '<h2>Steps</h2><ol start="1"><li><strong>Open</strong> <code>app.ts</code></li><li>Add:</li></ol><pre lang="ts">const a = `x`</pre><blockquote><p><em>Note:</em> keep it.</p></blockquote><hr><p>End</p>',
  },
  {
    from: 'lobehub/lobehub#16788',
    text: 'Water boils at 100 °C.[^1] On a mountain it is less.[^2]\n\n[^1]: At sea level.\n[^2]: See [a table](https://example.com/t).',
    dom: '<p>Water boils at 100 °C.<sup>1</sup> On a mountain it is less.<sup>2</sup></p><notes><li>At sea level.</li><li>See <a href="https://example.com/t">a table</a>.</li></notes>',
  },
  {
    from: 'HKUDS/LightRAG#2145',
    text: 'One[^b], two[^a] and one again[^b].\n\n[^a]: https://example.com/a\n[^b]: **First** with `code`\n    and a second line.',
    dom: '<p>One<sup>1</sup>, two<sup>2</sup> and one again<sup>1</sup>.</p><notes><li><strong>First</strong> with <code>code</code><br>and a second line.</li><li><a href="https://example.com/a">https://example.com/a</a></li></notes>',
  },
  {
    from: 'danny-avila/LibreChat#3437',
    text: 'A source【10:13†source】 and a mark[^9] without a note.',
    dom: '<p>A source【10:13†source】 and a mark[^9] without a note.</p>',
    isDecidedLate: true,
  },
  {
    from: 'AnswerDotAI/claudette#86',
    text: 'He said so.[^q]\n\n[^q]: "Yes," he said, "*maybe*".',
    dom: '<p>He said so.<sup>1</sup></p><notes><li>"Yes," he said, "<em>maybe</em>".</li></notes>',
  },
  {
    from: 'BaseIntelligence/bounty-challenge#51378',
    text: '수도는 서울입니다[^수도].\n\n[^수도]: 1394년부터.\n\n끝.',
    dom: '<p>수도는 서울입니다<sup>1</sup>.</p><p>끝.</p><notes><li>1394년부터.</li></notes>',
  },
  {
    from: 'vercel/streamdown#539',
    text: 'my name is **Ann**\n- item\n  - inner',
    dom: '<p>my name is <strong>Ann</strong></p><ul><li>item<ul><li>inner</li></ul></li></ul>',
  },
  {
    from: 'microsoft/vscode#217946',
    text: '* **First:** one\n* **Second:** two',
    dom: '<ul><li><strong>First:</strong> one</li><li><strong>Second:</strong> two</li></ul>',
  },
  {
    from: 'Expensify/App#89744',
    text: 'Go to *Workspaces* > **Settings**, see [the guide](https://help.example.com/a_b?c=d) or ~~ask~~ `us`.',
    dom: '<p>Go to <em>Workspaces</em> > <strong>Settings</strong>, see <a href="https://help.example.com/a_b?c=d">the guide</a> or <del>ask</del> <code>us</code>.</p>',
  },
  {
    from: 'software-mansion/enriched-markdown#56',
    text: '**This text will be in bold** and [this](https://example.com/) is a link.',
    dom: '<p><strong>This text will be in bold</strong> and <a href="https://example.com/">this</a> is a link.</p>',
  },
]
