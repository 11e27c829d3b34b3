import type { Snippet } from './snippet.js'

/** Emphasis beside Korean, Japanese and Chinese, and the cases of CommonMark that stay as they are. */
export const emphasisSnippets: readonly Snippet[] = [
  {
    from: 'field/page.md D7',
    text: '**마크다운(Markdown)**은 **"간단함"**이 **중요!**합니다.',
    dom: '<p><strong>마크다운(Markdown)</strong>은 <strong>"간단함"</strong>이 <strong>중요!</strong>합니다.</p>',
  },
  {
    from: 'markedjs/marked#3617',
    text: '**마크다운(Markdown)**의 문법(Syntax).',
    dom: '<p><strong>마크다운(Markdown)</strong>의 문법(Syntax).</p>',
  },
  {
    from: 'markedjs/marked#3617',
    text: '**マークダウン(Markdown)**の 文法(Syntax).',
    dom: '<p><strong>マークダウン(Markdown)</strong>の 文法(Syntax).</p>',
  },
  {
    from: 'markedjs/marked#3617',
    text: '0(OFF)**1(ON)**0(OFF).',
    dom: '<p>0(OFF)**1(ON)**0(OFF).</p>',
  },
  {
    from: 'vercel/streamdown#185',
    text: '**この文は太字になりません（This sentence will not be bolded）。**この文のせいで。',
    dom: '<p><strong>この文は太字になりません（This sentence will not be bolded）。</strong>この文のせいで。</p>',
  },
  {
    from: 'kirodotdev/KiroCrew#2323',
    text: '**中文文本（带括号）。**这句子继续也没问题。',
    dom: '<p><strong>中文文本（带括号）。</strong>这句子继续也没问题。</p>',
  },
  {
    from: 'kirodotdev/KiroCrew#2323',
    text: '**重要提示（Important Notice）：**请注意。',
    dom: '<p><strong>重要提示（Important Notice）：</strong>请注意。</p>',
  },
  {
    from: 'kirodotdev/KiroCrew#2323',
    text: '*这是斜体文字（带括号）。*这句子继续。',
    dom: '<p><em>这是斜体文字（带括号）。</em>这句子继续。</p>',
  },
  {
    from: 'kirodotdev/KiroCrew#2323',
    text: '~~删除的文字（带括号）。~~这个句子是正确的。',
    dom: '<p><del>删除的文字（带括号）。</del>这个句子是正确的。</p>',
  },
  {
    from: 'kirodotdev/KiroCrew#2323',
    text: '**日本語の文章（括弧付き）。**この文が続きます。',
    dom: '<p><strong>日本語の文章（括弧付き）。</strong>この文が続きます。</p>',
  },
  {
    from: 'futuregene/future-os#675',
    text: '**注意：**正文',
    dom: '<p><strong>注意：</strong>正文</p>',
  },
  {
    from: 'commonmark/commonmark-spec#650',
    text: '**이 [링크](https://example.kr/)**만을 강조하고 싶다.',
    dom: '<p><strong>이 <a href="https://example.kr/">링크</a></strong>만을 강조하고 싶다.</p>',
  },
  {
    from: 'mikepenz/multiplatform-markdown-renderer#579',
    text: '**加粗测试（含括号）**\n\n上面这行应该加粗。',
    dom: '<p><strong>加粗测试（含括号）</strong></p><p>上面这行应该加粗。</p>',
  },
  {
    from: 'lmstudio-ai/lmstudio-bug-tracker#1243',
    text: '**Markdown**は軽量マークアップ言語です。\n\n**Markdown（マークダウン）**は軽量マークアップ言語です。',
    dom: '<p><strong>Markdown</strong>は軽量マークアップ言語です。</p><p><strong>Markdown（マークダウン）</strong>は軽量マークアップ言語です。</p>',
  },
  {
    from: 'krafton-ai/KIRA#26',
    text: '**KRIS (KRAFTON Intelligence System)**를 소개합니다.',
    dom: '<p><strong>KRIS (KRAFTON Intelligence System)</strong>를 소개합니다.</p>',
  },
  {
    from: 'rust-lang/mdBook#376',
    text: '종종 *자원 습득이 곧 초기화(RAII)*라고 부릅니다.',
    dom: '<p>종종 <em>자원 습득이 곧 초기화(RAII)</em>라고 부릅니다.</p>',
  },
  {
    from: 'mdn/translated-content#28696',
    text: '**글리프(Glyph)**는 기호입니다.',
    dom: '<p><strong>글리프(Glyph)</strong>는 기호입니다.</p>',
  },
  {
    from: 'chrono-meta/forge-harness#547',
    text: "**'6축 검증'**으로 확인합니다.",
    dom: "<p><strong>'6축 검증'</strong>으로 확인합니다.</p>",
  },
  {
    from: 'microsoft/TypeScript-Website-Localizations#167',
    text: '이것은 _제네릭_ 이고 *제네릭*은 다릅니다.',
    dom: '<p>이것은 <em>제네릭</em> 이고 <em>제네릭</em>은 다릅니다.</p>',
  },
  {
    from: 'yiliqi78/TOKENICODE#19',
    text: '这是**「测试」**和**（备注）**，还有**xxx**，后续文字',
    dom: '<p>这是<strong>「测试」</strong>和<strong>（备注）</strong>，还有<strong>xxx</strong>，后续文字</p>',
  },
  {
    from: 'ai-shifu/markdown-flow#10',
    text: '* 它们就像医疗行业的**“国际疾病分类标准”和“医院管理规范”**\n* 它就像医院的**“中央物资采购管理系统”**',
    dom: '<ul><li>它们就像医疗行业的<strong>“国际疾病分类标准”和“医院管理规范”</strong></li><li>它就像医院的<strong>“中央物资采购管理系统”</strong></li></ul>',
  },
  {
    from: 'iamcco/markdown-preview.nvim#343',
    text: '**只剩下两张图片的一个例子：**a\n\n**试一试。**1',
    dom: '<p><strong>只剩下两张图片的一个例子：</strong>a</p><p><strong>试一试。</strong>1</p>',
  },
  {
    from: 'marktext/marktext#3339',
    text: '**这里应该加粗1：**这里是冒号之后的文字**这里应该加粗2**',
    dom: '<p><strong>这里应该加粗1：</strong>这里是冒号之后的文字<strong>这里应该加粗2</strong></p>',
  },
  {
    from: 'markedjs/marked#3968',
    text: '他说**“如何更好地服务你”**。',
    dom: '<p>他说<strong>“如何更好地服务你”</strong>。</p>',
  },
  {
    from: 'nicejade/markdown-online-editor#98',
    text: '**1. 贫血（Anemia）**\n- **症状特点：**患者出现头晕、乏力。\n- **流行病学背景：**贫血在女性中较为常见。',
    dom: '<p><strong>1. 贫血（Anemia）</strong></p><ul><li><strong>症状特点：</strong>患者出现头晕、乏力。</li><li><strong>流行病学背景：</strong>贫血在女性中较为常见。</li></ul>',
  },
  {
    from: 'egoist/chatwise-releases#316',
    text: 'React 的**协调（Reconciliation）**算法',
    dom: '<p>React 的<strong>协调（Reconciliation）</strong>算法</p>',
  },
  {
    from: 'dotnet/docs.zh-cn#136',
    text: '**测试：**测试',
    dom: '<p><strong>测试：</strong>测试</p>',
  },
  {
    from: 'agegr/pi-web#385',
    text: '**5~7U 保证金 × 100~200倍杠杆 = 500~800U 名义**',
    dom: '<p><strong>5~7U 保证金 × 100~200倍杠杆 = 500~800U 名义</strong></p>',
  },
  {
    from: 'chatboxai/chatbox#1856',
    text: '喵呜~♡这就为您呈上暗夜女王的馈赠呦~',
    dom: '<p>喵呜~♡这就为您呈上暗夜女王的馈赠呦~</p>',
  },
  {
    from: 'adobe/helix-pipeline#897',
    text: '서울은 20~30도, 부산은 15~25도이고 ~~10~20도~~는 틀립니다.',
    dom: '<p>서울은 20~30도, 부산은 15~25도이고 <del>10~20도</del>는 틀립니다.</p>',
  },
  {
    from: 'CherryHQ/cherry-studio#19757',
    text: 'The file ~/notes and ~example~ are not struck, but ~~this~~ is.',
    dom: '<p>The file ~/notes and ~example~ are not struck, but <del>this</del> is.</p>',
  },
  {
    from: 'tats-u/markdown-cjk-friendly testcases/korean.md',
    text: '패키지를 발행하려면 **`npm publish`**를 실행하십시오. **안녕(hello)**하세요.',
    dom: '<p>패키지를 발행하려면 <strong><code>npm publish</code></strong>를 실행하십시오. <strong>안녕(hello)</strong>하세요.</p>',
  },
  {
    from: 'tats-u/markdown-cjk-friendly testcases/strong.md',
    text: '太郎は**「こんにちわ」**といった。**C#**や**F#**は**「.NET」**上で動作します。',
    dom: '<p>太郎は<strong>「こんにちわ」</strong>といった。<strong>C#</strong>や<strong>F#</strong>は<strong>「.NET」</strong>上で動作します。</p>',
  },
  {
    from: 'tats-u/markdown-cjk-friendly testcases/strong.md',
    text: '税込**¥10,000**で、正解は**④**です。**真…**她 **真—**她 **真-**她',
    dom: '<p>税込<strong>¥10,000</strong>で、正解は<strong>④</strong>です。<strong>真…</strong>她 <strong>真—</strong>她 <strong>真-</strong>她</p>',
  },
  {
    from: 'tats-u/markdown-cjk-friendly testcases/strong.md',
    text: 'プロトコル**(HTCPCP)**\n\n﨑**(崎)**\n\n𠮟**(こちらが正式表記)**\n\n葛󠄀**(こちらが正式表記)**城市\n\n大塚︀**(U+585A U+FE00)** 大塚**(U+FA10)**',
    dom: '<p>プロトコル<strong>(HTCPCP)</strong></p><p>﨑<strong>(崎)</strong></p><p>𠮟<strong>(こちらが正式表記)</strong></p><p>葛󠄀<strong>(こちらが正式表記)</strong>城市</p><p>大塚︀<strong>(U+585A U+FE00)</strong> 大塚<strong>(U+FA10)</strong></p>',
  },
  {
    from: 'tats-u/markdown-cjk-friendly testcases/strong.md',
    text: 'Git**（注：不是GitHub）**和.NET**（.NET Frameworkは不可）**では、**[製品](https://example.com/p)**と',
    dom: '<p>Git<strong>（注：不是GitHub）</strong>和.NET<strong>（.NET Frameworkは不可）</strong>では、<strong><a href="https://example.com/p">製品</a></strong>と</p>',
  },
  {
    from: 'tats-u/markdown-cjk-friendly testcases/gfm-strikethrough.md',
    text: 'a~~a()~~あ 그리고 あ~~()a~~a, ~~a~~：~~a~~',
    dom: '<p>a<del>a()</del>あ 그리고 あ<del>()a</del>a, <del>a</del>：<del>a</del></p>',
  },
  {
    from: 'https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis',
    text: 'a*b*c, 5*6*78, foo*bar*, a * foo bar*, foo_bar_, _foo bar_, 5_6_78',
    dom: '<p>a<em>b</em>c, 5<em>6</em>78, foo<em>bar</em>, a * foo bar*, foo_bar_, <em>foo bar</em>, 5_6_78</p>',
  },
  {
    from: 'https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis',
    text: '***strong emph*** ***strong** in emph* ***emph* in strong** **in strong *emph*** *in emph **strong***',
    dom: '<p><em><strong>strong emph</strong></em> <em><strong>strong</strong> in emph</em> <strong><em>emph</em> in strong</strong> <strong>in strong <em>emph</em></strong> <em>in emph <strong>strong</strong></em></p>',
  },
  {
    from: 'https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis',
    text: '*foo**bar* and **foo*bar** and *foo**bar**baz* and foo*_*',
    dom: '<p><em>foo**bar</em> and <strong>foo*bar</strong> and <em>foo<strong>bar</strong>baz</em> and foo*_*</p>',
  },
  {
    from: 'https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis',
    text: '*a `*`* and **a<https://foo.bar/?q=**> and *[bar*](https://example.com/)',
    dom: '<p><em>a <code>*</code></em> and **a<a href="https://foo.bar/?q=**">https://foo.bar/?q=**</a> and *<a href="https://example.com/">bar*</a></p>',
  },
]
