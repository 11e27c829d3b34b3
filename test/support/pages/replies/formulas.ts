import { raw, type Snippet } from './snippet.js'

/** Formulas in the delimiters of models, and prices beside them. */
export const formulaSnippets: readonly Snippet[] = [
  {
    from: 'field/page.md D7',
    text: raw`원의 넓이는 \(S = \pi r^2\)입니다.`,
    dom: raw`<p>원의 넓이는 <tex>\(S = \pi r^2\)</tex>입니다.</p>`,
  },
  {
    from: 'field/page.md D7',
    text: raw`Thin spaces \(a\,b\) and products $a*b*c$ stay.`,
    dom: raw`<p>Thin spaces <tex>\(a\,b\)</tex> and products <tex>$a*b*c$</tex> stay.</p>`,
  },
  {
    from: 'open-webui/open-webui#3122',
    text: raw`The matrix for a rotation by an angle \(\theta\) is

\[
\begin{pmatrix}
\cos(\theta) & -\sin(\theta) \\
\sin(\theta) & \cos(\theta)
\end{pmatrix}
\]`,
    dom: raw`<p>The matrix for a rotation by an angle <tex>\(\theta\)</tex> is</p><tex display>\[
\begin{pmatrix}
\cos(\theta) &amp; -\sin(\theta) \\
\sin(\theta) &amp; \cos(\theta)
\end{pmatrix}
\]</tex>`,
  },
  {
    from: 'multica-ai/multica#6838',
    text: raw`Inline: \(E=mc^2\)

\[
\begin{pmatrix}
1 & 2 \\
3 & 4
\end{pmatrix}
\]`,
    dom: raw`<p>Inline: <tex>\(E=mc^2\)</tex></p><tex display>\[
\begin{pmatrix}
1 &amp; 2 \\
3 &amp; 4
\end{pmatrix}
\]</tex>`,
  },
  {
    from: 'multica-ai/multica#6838',
    text: 'The plans cost $120 and $85 a month.',
    dom: '<p>The plans cost $120 and $85 a month.</p>',
  },
  {
    from: 'ymx10086/ResearchClaw#7',
    text: raw`The equation is \(F = ma\) for objects...
And for gravity: \[\frac{GMm}{r^2}\]`,
    dom: raw`<p>The equation is <tex>\(F = ma\)</tex> for objects...<br>And for gravity: <tex display>\[\frac{GMm}{r^2}\]</tex></p>`,
  },
  {
    from: 'nesquena/hermes-webui#1847',
    text: raw`\[
\text{SoundPower}(f)
=
10\log_{10}
\left(
\frac{\sum_i w_i \cdot 10^{L_i(f)/10}}
{\sum_i w_i}
\right)
\]

where:

\(L_i(f)\) = SPL at angle \(i\), in dB`,
    dom: raw`<tex display>\[
\text{SoundPower}(f)
=
10\log_{10}
\left(
\frac{\sum_i w_i \cdot 10^{L_i(f)/10}}
{\sum_i w_i}
\right)
\]</tex><p>where:</p><p><tex>\(L_i(f)\)</tex> = SPL at angle <tex>\(i\)</tex>, in dB</p>`,
  },
  {
    from: 'gwdg/chat-ai#144',
    text: raw`Therefore
\[
x
= 2
\]
holds.`,
    dom: raw`<p>Therefore</p><tex display>\[
x
= 2
\]</tex><p>holds.</p>`,
  },
  {
    from: 'gwdg/chat-ai#144',
    text: raw`The sum is
\[
a
=
b
- c
+ d
\]
as above.`,
    dom: raw`<p>The sum is</p><tex display>\[
a
=
b
- c
+ d
\]</tex><p>as above.</p>`,
  },
  {
    from: 'sandsaber/Grimoire#91',
    text: raw`真实的极值点 \((x,y)\neq(0,0)\)，而 \(d_{\min}=d_{\max}\)。
\[
\lambda=-3\pm2\sqrt2.
\]`,
    dom: raw`<p>真实的极值点 <tex>\((x,y)\neq(0,0)\)</tex>，而 <tex>\(d_{\min}=d_{\max}\)</tex>。</p><tex display>\[
\lambda=-3\pm2\sqrt2.
\]</tex>`,
  },
  {
    from: 'sandialabs/atlas-ui-3#310',
    text: raw`When compiled, this produces:

\[
ax^{2}+bx+c=0,\qquad a\neq 0
\]

\[
x = \frac{-\,b \pm \sqrt{\,b^{2}-4ac\,}}{2a}
\]`,
    dom: raw`<p>When compiled, this produces:</p><tex display>\[
ax^{2}+bx+c=0,\qquad a\neq 0
\]</tex><tex display>\[
x = \frac{-\,b \pm \sqrt{\,b^{2}-4ac\,}}{2a}
\]</tex>`,
  },
  {
    from: 'sandialabs/atlas-ui-3#310',
    text: raw`In LaTeX:

~~~latex
\[
x = \frac{-b}{2a}
\]
~~~`,
    dom: raw`<p>In LaTeX:</p><pre lang="latex">\[
x = \frac{-b}{2a}
\]</pre>`,
  },
  {
    from: 'ztjhz/BetterChatGPT#19',
    text: raw`1. The group axioms:

$$
\begin{aligned}
&\textbf{Closure: } \forall a,b \in G, \quad ab \in G \\
&\textbf{Identity: } \exists e \in G \text{ such that } ae = a
\end{aligned}
$$

2. The order of a group:

$$
|G| = \text{number of elements in } G
$$

where $H$ is a subgroup of $G$.`,
    dom: raw`<ol start="1"><li>The group axioms:</li></ol><tex display>$$
\begin{aligned}
&amp;\textbf{Closure: } \forall a,b \in G, \quad ab \in G \\
&amp;\textbf{Identity: } \exists e \in G \text{ such that } ae = a
\end{aligned}
$$</tex><ol start="2"><li>The order of a group:</li></ol><tex display>$$
|G| = \text{number of elements in } G
$$</tex><p>where <tex>$H$</tex> is a subgroup of <tex>$G$</tex>.</p>`,
  },
  {
    from: 'ztjhz/BetterChatGPT#19',
    text: raw`The order of $a$ is $\min\{n \in \mathbb{Z}^+ : a^n = e \}$, and $gNg^{-1} = N$.`,
    dom: raw`<p>The order of <tex>$a$</tex> is <tex>$\min\{n \in \mathbb{Z}^+ : a^n = e \}$</tex>, and <tex>$gNg^{-1} = N$</tex>.</p>`,
  },
  {
    from: 'agegr/pi-web#58',
    text: raw`行内公式测试：\( \alpha+\beta=\gamma \)，\( x_{n+1}=x_n-\frac{f(x_n)}{f'(x_n)} \)，\( \mathbf{F}=m\mathbf{a} \)`,
    dom: raw`<p>行内公式测试：<tex>\( \alpha+\beta=\gamma \)</tex>，<tex>\( x_{n+1}=x_n-\frac{f(x_n)}{f'(x_n)} \)</tex>，<tex>\( \mathbf{F}=m\mathbf{a} \)</tex></p>`,
  },
  {
    from: 'agegr/pi-web#58',
    text: raw`## 多行
\[
\begin{aligned}
\nabla \cdot \mathbf{E} &= \frac{\rho}{\varepsilon_0} \\
\nabla \cdot \mathbf{B} &= 0 \\
\nabla \times \mathbf{E} &= -\frac{\partial \mathbf{B}}{\partial t}
\end{aligned}
\]`,
    dom: raw`<h2>多行</h2><tex display>\[
\begin{aligned}
\nabla \cdot \mathbf{E} &amp;= \frac{\rho}{\varepsilon_0} \\
\nabla \cdot \mathbf{B} &amp;= 0 \\
\nabla \times \mathbf{E} &amp;= -\frac{\partial \mathbf{B}}{\partial t}
\end{aligned}
\]</tex>`,
  },
  {
    from: 'agegr/pi-web#58',
    text: raw`\[
|x|=\begin{cases}
x, & x\ge 0 \\
-x, & x<0
\end{cases}
\]`,
    dom: raw`<tex display>\[
|x|=\begin{cases}
x, &amp; x\ge 0 \\
-x, &amp; x&lt;0
\end{cases}
\]</tex>`,
  },
  {
    from: 'agegr/pi-web#58',
    text: raw`\[
\mathbb{E}[X]=\sum_i x_i p_i
\qquad
\mathrm{Var}(X)=\mathbb{E}[(X-\mu)^2]
\]`,
    dom: raw`<tex display>\[
\mathbb{E}[X]=\sum_i x_i p_i
\qquad
\mathrm{Var}(X)=\mathbb{E}[(X-\mu)^2]
\]</tex>`,
  },
  {
    from: 'agegr/pi-web#58',
    text: raw`- integral_0^pi sin(x) dx = 2
- d/dx ln(x) = 1/x
- A^{-1} = 1/det(A) * adj`,
    dom: '<ul><li>integral_0^pi sin(x) dx = 2</li><li>d/dx ln(x) = 1/x</li><li>A^{-1} = 1/det(A) * adj</li></ul>',
  },
  {
    from: 'vercel/ai-elements#373',
    text: raw`\[ \int_{-\infty}^{\infty} \left( \frac{1}{1+x^2} + e^{x^3} \right) dx = \sum_{n=0}^{\infty} \frac{(-1)^n}{(2n+1)^2} \]`,
    dom: raw`<tex display>\[ \int_{-\infty}^{\infty} \left( \frac{1}{1+x^2} + e^{x^3} \right) dx = \sum_{n=0}^{\infty} \frac{(-1)^n}{(2n+1)^2} \]</tex>`,
  },
  {
    from: 'HilbertraumAI/HilbertRaum#501',
    text: raw`The energy is $E = mc^2$ where $m$ is the mass.`,
    dom: raw`<p>The energy is <tex>$E = mc^2$</tex> where <tex>$m$</tex> is the mass.</p>`,
  },
  {
    from: 'osaurus-ai/osaurus#2332',
    text: raw`| Algorithm | Memory |
| --- | --- |
| Merge Sort | $O(n)$ |
| Quicksort | $O(\log n)$ on average |`,
    dom: raw`<table><tr><th>Algorithm</th><th>Memory</th></tr><tr><td>Merge Sort</td><td><tex>$O(n)$</tex></td></tr><tr><td>Quicksort</td><td><tex>$O(\log n)$</tex> on average</td></tr></table>`,
  },
  {
    from: 'open-webui/open-webui#2615',
    text: raw`Solve $$y = f(x)$$ for $x$ first.`,
    dom: raw`<p>Solve <tex display>$$y = f(x)$$</tex> for <tex>$x$</tex> first.</p>`,
  },
  {
    from: 'egoist/chatwise-releases#51',
    text: '$$ x^2 $$',
    dom: '<tex display>$$ x^2 $$</tex>',
  },
  {
    from: 'jcubic/chat-gpt#16',
    text: raw`Use \(f(x)\) for inline math and $$f(x)$$ for display math.`,
    dom: raw`<p>Use <tex>\(f(x)\)</tex> for inline math and <tex display>$$f(x)$$</tex> for display math.</p>`,
  },
  {
    from: 'jupyter/nbviewer#735',
    text: raw`- The equation has the same indentation level:
  $$
      A x = b
  $$
- Next item`,
    dom: raw`<ul><li>The equation has the same indentation level:<tex display>$$
    A x = b
$$</tex></li><li>Next item</li></ul>`,
  },
  {
    from: 'hackmdio/vscode-hackmd#39',
    text: raw`1. First point
2. Second point
    $$
    y=ax+b
    $$
3. Third point`,
    dom: raw`<ol start="1"><li>First point</li><li>Second point<tex display>$$
 y=ax+b
 $$</tex></li><li>Third point</li></ol>`,
  },
  {
    from: 'github/markup#1745',
    text: raw`- $a$

  $$
  a
  $$

- $$
  b
  $$`,
    dom: raw`<ul><li><p><tex>$a$</tex></p><tex display>$$
a
$$</tex></li><li><tex display>$$
b
$$</tex></li></ul>`,
  },
  {
    from: 'github/markup#1546',
    text: raw`- $\sqrt{3x-1}+(1+x)^2$
  - with some text before $\sqrt{3x-1}$`,
    dom: raw`<ul><li><tex>$\sqrt{3x-1}+(1+x)^2$</tex><ul><li>with some text before <tex>$\sqrt{3x-1}$</tex></li></ul></li></ul>`,
  },
  {
    from: 'github/docs#18125',
    text: '1. this is fine\n2. here is one: $O(n^2)$',
    dom: '<ol start="1"><li>this is fine</li><li>here is one: <tex>$O(n^2)$</tex></li></ol>',
  },
  {
    from: 'jrblevin/markdown-mode#288',
    text: raw`- Einstein's equation:

  \[ E = m c^2 \]`,
    dom: raw`<ul><li><p>Einstein's equation:</p><tex display>\[ E = m c^2 \]</tex></li></ul>`,
  },
  {
    from: 'atom-community/markdown-preview-plus#473',
    text: raw`1. This is an equation
   $$2x + 3$$
   and this line is in the list.`,
    dom: '<ol start="1"><li>This is an equation<tex display>$$2x + 3$$</tex>and this line is in the list.</li></ol>',
  },
  {
    from: 'esengine/DeepSeek-Reasonix#3847',
    text: raw`$$
\begin{align}
F_R(k;0) &= A(k^2) \tag{10}\\
r_A E_\pi(k;0) &= B(k^2) \tag{11}
\end{align}
$$`,
    dom: raw`<tex display>$$
\begin{align}
F_R(k;0) &amp;= A(k^2) \tag{10}\\
r_A E_\pi(k;0) &amp;= B(k^2) \tag{11}
\end{align}
$$</tex>`,
  },
  {
    from: 'esengine/DeepSeek-Reasonix#3847',
    text: raw`$$
\begin{aligned}
a &= b \tag{10}\\
c &= d \tag{11}
\end{aligned}
$$`,
    dom: raw`<tex display>$$
\begin{aligned}
a &amp;= b \tag{10}\\
c &amp;= d \tag{11}
\end{aligned}
$$</tex>`,
    isUntypesettable: true,
  },
  {
    from: 'KaTeX/KaTeX#2272',
    text: raw`$$
\begin{aligned}
V^*(s) &=  \max_a \Big( \underbrace{r(s, a) + \gamma V^*(s')}_{=Q^*(s, a)} \Big)
\end{aligned}
$$`,
    dom: raw`<tex display>$$
\begin{aligned}
V^*(s) &amp;=  \max_a \Big( \underbrace{r(s, a) + \gamma V^*(s')}_{=Q^*(s, a)} \Big)
\end{aligned}
$$</tex>`,
  },
  {
    from: 'KaTeX/KaTeX#3861',
    text: raw`$$\underbrace{a\cdot a\cdots a}_{\text{$m$个}} = a^m$$`,
    dom: raw`<tex display>$$\underbrace{a\cdot a\cdots a}_{\text{$m$个}} = a^m$$</tex>`,
  },
  {
    from: 'KaTeX/KaTeX#3861',
    text: raw`그래서 $\underbrace{a\cdots a}_{\text{$m$개}}$ 입니다.`,
    dom: raw`<p>그래서 <tex>$\underbrace{a\cdots a}_{\text{$m$개}}$</tex> 입니다.</p>`,
  },
  {
    from: 'KaTeX/KaTeX#2003',
    text: raw`\[
\begin{equation}
  g\left(k\right) = \binom{n}{k} p^k\left(1-p\right)^{n-k}
\end{equation}
\]`,
    dom: raw`<tex display>\[
\begin{equation}
  g\left(k\right) = \binom{n}{k} p^k\left(1-p\right)^{n-k}
\end{equation}
\]</tex>`,
  },
  {
    from: 'shd101wyy/vscode-markdown-preview-enhanced#387',
    text: raw`The reaction is $\ce{Hg^2+ ->[I-] HgI2 ->[I-] [Hg^{II}I4]^2-}$.`,
    dom: raw`<p>The reaction is <tex>$\ce{Hg^2+ ->[I-] HgI2 ->[I-] [Hg^{II}I4]^2-}$</tex>.</p>`,
  },
  {
    from: 'susam/muboard#5',
    text: raw`\[\ce{H2O -> H2 + 1/2O2}\]`,
    dom: raw`<tex display>\[\ce{H2O -> H2 + 1/2O2}\]</tex>`,
  },
  {
    from: 'dreamerblue/AutoLaTeX#2',
    text: raw`比如说 $a_0+a_1x+a_2x^2+\dots+a_nx^n=(\dots((a_nx+a_{n-1})x+a_{n-2})x\dots+a_1)x+a_0$ 就不能。`,
    dom: raw`<p>比如说 <tex>$a_0+a_1x+a_2x^2+\dots+a_nx^n=(\dots((a_nx+a_{n-1})x+a_{n-2})x\dots+a_1)x+a_0$</tex> 就不能。</p>`,
  },
  {
    from: 'ghosert/cmd-editor#190',
    text: raw`球是 $\{x \mid \|x-x_c\|_2 \leq r\}$ 的集合`,
    dom: raw`<p>球是 <tex>$\{x \mid \|x-x_c\|_2 \leq r\}$</tex> 的集合</p>`,
  },
  {
    from: 'dxsmiley/mathbot#107',
    text: raw`$x^2-x+1 = (x-\frac12-\frac{\sqrt{3}}{2}i)(x-\frac12+\frac{\sqrt{3}}{2}i)$`,
    dom: raw`<p><tex>$x^2-x+1 = (x-\frac12-\frac{\sqrt{3}}{2}i)(x-\frac12+\frac{\sqrt{3}}{2}i)$</tex></p>`,
  },
  {
    from: 'danny-avila/LibreChat#1469',
    text: raw`**Solution.** Let \(u = x^2\). Then \(du = 2x\,dx\) and **\(\int 2x\,dx = u\)**.`,
    dom: raw`<p><strong>Solution.</strong> Let <tex>\(u = x^2\)</tex>. Then <tex>\(du = 2x\,dx\)</tex> and <strong><tex>\(\int 2x\,dx = u\)</tex></strong>.</p>`,
  },
  {
    from: 'gradio-app/gradio#10793',
    text: raw`The sigmoid function is \( \sigma(x) = \frac{1}{1 + e^{-x}} \).
It maps \( \mathbb{R} \) to \( (0, 1) \).`,
    dom: raw`<p>The sigmoid function is <tex>\( \sigma(x) = \frac{1}{1 + e^{-x}} \)</tex>.<br>It maps <tex>\( \mathbb{R} \)</tex> to <tex>\( (0, 1) \)</tex>.</p>`,
  },
  {
    from: 'typora/typora-issues#3178',
    text: 'Please donate $50 to $100 to the organization.',
    dom: '<p>Please donate $50 to $100 to the organization.</p>',
  },
  {
    from: 'nimbalyst/nimbalyst#1385',
    text: 'The "$990/mo" plan is the design. Then the "$1,500 freebie".',
    dom: '<p>The "$990/mo" plan is the design. Then the "$1,500 freebie".</p>',
  },
  {
    from: 'lobehub/lobehub#8553',
    text: 'The market pays **$1.50** for a bundle. For every extra bundle she makes **$4**.',
    dom: '<p>The market pays <strong>$1.50</strong> for a bundle. For every extra bundle she makes <strong>$4</strong>.</p>',
  },
  {
    from: 'FerroxLabs/wayland#704',
    text: 'The $2k cohort and the $25-50k tier, $7 front end, $10k whales, $50k+, $5-10k.',
    dom: '<p>The $2k cohort and the $25-50k tier, $7 front end, $10k whales, $50k+, $5-10k.</p>',
  },
  {
    from: 'omnigent-ai/omnigent#5013',
    text: '$/PR is down but $/session is up',
    dom: '<p>$/PR is down but $/session is up</p>',
  },
  {
    from: 'onyx-dot-app/onyx#3585',
    text: '$100 is more than $10',
    dom: '<p>$100 is more than $10</p>',
  },
  {
    from: 'Zettlr/Zettlr#482',
    text: 'This $30K puts you $3.2K over the current budget.',
    dom: '<p>This $30K puts you $3.2K over the current budget.</p>',
  },
  {
    from: 'HappenApps/Quiver#1166',
    text: raw`It costs \$5, and $\text{price} = \$5$ too.`,
    dom: raw`<p>It costs $5, and <tex>$\text{price} = \$5$</tex> too.</p>`,
  },
  {
    from: 'HilbertraumAI/HilbertRaum#501',
    text: 'Between 20$ and 30$, or US$5 and A$6.',
    dom: '<p>Between 20$ and 30$, or US$5 and A$6.</p>',
  },
  {
    from: 'twosigma/beakerx#1428',
    text: 'A single $ and a second $ in a sentence.',
    dom: '<p>A single $ and a second $ in a sentence.</p>',
  },
  {
    from: 'get-bb/bb#511',
    text: 'Set `$HOME` and $PATH:$HOME/bin, then `echo $a$b`.',
    dom: '<p>Set <code>$HOME</code> and $PATH:$HOME/bin, then <code>echo $a$b</code>.</p>',
  },
  {
    from: 'https://pandoc.org/MANUAL.html#math',
    text: "$20,000 and $30,000 won't parse as math.",
    dom: "<p>$20,000 and $30,000 won't parse as math.</p>",
  },
  {
    from: 'https://katex.org/docs/supported',
    text: raw`$\vec{F} \cdot \overrightarrow{AB}$ and $\widehat{abc}$, $\xrightarrow{a}$, $\boxed{42}$, $\cancel{x}$`,
    dom: raw`<p><tex>$\vec{F} \cdot \overrightarrow{AB}$</tex> and <tex>$\widehat{abc}$</tex>, <tex>$\xrightarrow{a}$</tex>, <tex>$\boxed{42}$</tex>, <tex>$\cancel{x}$</tex></p>`,
  },
  {
    from: 'https://katex.org/docs/supported',
    text: raw`$25^\circ\text{C}$, $\color{red}{x}$, $50\%$, $\degree$, $\mathcal{L}$, $\oiint$`,
    dom: raw`<p><tex>$25^\circ\text{C}$</tex>, <tex>$\color{red}{x}$</tex>, <tex>$50\%$</tex>, <tex>$\degree$</tex>, <tex>$\mathcal{L}$</tex>, <tex>$\oiint$</tex></p>`,
  },
  {
    from: 'https://katex.org/docs/support_table',
    text: raw`$\mathscr{F}\{f\}$, $\left\lvert x \right\rvert$ and $\begin{vmatrix} a & b \\ c & d \end{vmatrix}$`,
    dom: raw`<p><tex>$\mathscr{F}\{f\}$</tex>, <tex>$\left\lvert x \right\rvert$</tex> and <tex>$\begin{vmatrix} a &amp; b \\ c &amp; d \end{vmatrix}$</tex></p>`,
  },
  {
    from: 'https://katex.org/docs/error',
    text: raw`An unknown \(\unknowncommand{x}\) and $\frac{1$ stay as they are.`,
    dom: raw`<p>An unknown <tex>\(\unknowncommand{x}\)</tex> and $\frac{1$ stay as they are.</p>`,
    isUntypesettable: true,
  },
]
