import { ESLint } from 'eslint'
import { text } from 'node:stream/consumers'
import tseslint from 'typescript-eslint'

// Reads [{ file, code }] as JSON and prints, in the same order, [[{ rule, message }]]. A separate process, since ESLint
// with TypeScript loads in one second here and in many inside jest. No types: the files do not exist.
const eslint = new ESLint({ overrideConfig: [{ files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked }] })
const samples = JSON.parse(await text(process.stdin))
const findings = []
for (const { file, code } of samples) {
  const [result] = await eslint.lintText(code, { filePath: file })
  findings.push(result.messages.map(({ ruleId, message }) => ({ rule: ruleId, message })))
}
process.stdout.write(JSON.stringify(findings))
