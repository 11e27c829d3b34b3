const space = /[ \t\n\r]*/y
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | 'end of value'

/**
 * The position where a text stops being valid JSON, in UTF-16 units; its length if the text is truncated. JSON.parse
 * reports no position for short texts, but the 422 body needs one. The scanner keeps its own stack, so deep nesting
 * cannot exhaust the call stack.
 */
export function jsonFaultPosition(text: string): number {
  const open: ('{' | '[')[] = []
  let expects: Expectation = 'value'
  let at = 0
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const close = () => {
    open.pop()
    at += 1
    expects = 'end of value'
  }
  for (;;) {
    match(space)
    const next = text[at]
    if (expects === 'end of value') {
      const within = open.at(-1)
      if (next === ',' && within) {
        at += 1
        expects = within === '{' ? 'key' : 'value'
      } else if (within && next === (within === '{' ? '}' : ']')) close()
      else return at
    } else if (expects === 'key' || expects === 'key or }') {
      if (expects === 'key or }' && next === '}') close()
      else {
        if (!match(string)) return at
        match(space)
        if (text[at] !== ':') return at
        at += 1
        expects = 'value'
      }
    } else if (expects === 'value or ]' && next === ']') close()
    else if (next === '{' || next === '[') {
      open.push(next)
      at += 1
      expects = next === '{' ? 'key or }' : 'value or ]'
    } else if (match(string) || match(scalar)) expects = 'end of value'
    else return at
  }
}
