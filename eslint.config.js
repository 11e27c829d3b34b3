import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import { importX } from 'eslint-plugin-import-x'
import tseslint from 'typescript-eslint'
import { forbiddenPackages, vendors } from './tools/lint/vendors.js'
import { ruleName, zones } from './tools/lint/zones.js'

const typescript = ['**/*.ts', '**/*.tsx']
const environmentReaders = [
  'src/config/env.ts',
  'test/config/config-environment.test.ts',
  'test/process/ci.process.ts',
  'test/fixtures/ci/**',
  'test/fixtures/test-files/**',
  'tools/**',
  'packages/testing/src/**',
  'test/support/**',
  'test/browser/**',
  'test/examples/**',
  'test/cluster/cluster.ts',
  'test/faults/**',
  'test/crash/crash.ts',
  'test/abuse/abuse.ts',
  'test/soak/soak.ts',
  'bench/**',
]
const generated = [
  'rest-facade/operations/*.generated.ts',
  'packages/client/src/*.generated.ts',
  'pages/dashboard/*.generated.ts',
  'examples/*/src/{gql,__generated__}/**',
]
const examples = ['examples/**/*.ts', 'examples/**/*.tsx']
const contractFolders = ['schema', 'resolvers']

const filesOf = (path) => (/\.ts$|\*/.test(path) ? path : `${path}/**/*.{ts,tsx}`)
const pathsRule = importX.rules['no-restricted-paths']
const isTypeOnly = (statement) => statement.importKind === 'type' || statement.exportKind === 'type'

// import-x does not distinguish `import type` from `import`: this twin of its rule lets the former pass.
const valuePathsRule = {
  ...pathsRule,
  create: (context) =>
    pathsRule.create(
      Object.create(context, {
        report: { value: (problem) => (isTypeOnly(problem.node.parent) ? undefined : context.report(problem)) },
      }),
    ),
}

// One rule per row, so that a finding carries the row's name and rows on the same folder do not replace each other.
const zonesPlugin = {
  rules: Object.fromEntries(
    zones.map((zone) => [ruleName(zone), zone.types === 'allowed' ? valuePathsRule : pathsRule]),
  ),
}
const zoneBlocks = zones.map((zone) => {
  const { from, except = [], message } = zone
  const restriction = { target: '.', from: from.map((path) => `./${path}`), except, message }
  return {
    name: zone.name,
    files: zone.in.map(filesOf),
    ignores: zone.notIn ?? [],
    rules: { [`zones/${ruleName(zone)}`]: ['error', { basePath: import.meta.dirname, zones: [restriction] }] },
  }
})

const decoratorsStayInTheContract = {
  selector: 'Decorator',
  message: 'Decorators live in schema/ and resolvers/ only: elsewhere an EntitySchema or a plain call says the same.',
}
const environmentByImport = {
  selector: 'ImportDeclaration[source.value=/^(node:)?process$/]',
  message: 'Use the global `process`, whose `env` is watched by this configuration.',
}
const enums = {
  selector: 'TSEnumDeclaration',
  message: 'Write a union of strings; registerEnumType needs a plain object.',
}
const method = (name) => `CallExpression[callee.object.name='AbortSignal'][callee.property.name='${name}']`
const unkeptTimeout = {
  selector: `${method('any')} ${method('timeout')}`,
  message:
    'Node.js 20 loses a time-out that only `AbortSignal.any` refers to: keep it in a variable that is read after.',
}
const redirectError = {
  selector: "Property[key.name='redirect'][value.value='error']",
  message: 'Node.js 20 then loses the signal while the body is read: use `manual` and refuse the status.',
}
const hardPrivate = {
  selector:
    "PropertyDefinition[accessibility='private'], MethodDefinition[accessibility='private'][kind!='constructor']",
  message: 'Write #name: `private` is for constructors and their parameters.',
}
const sqlText = {
  regex: '^@parley/statements$',
  importNames: ['Statement'],
  message:
    'Use select, insert, update or delete of Queries; what needs SQL text is a function of src/database/statements.',
}
const alwaysRestricted = [environmentByImport, enums, unkeptTimeout, redirectError, hardPrivate]

// no-restricted-imports does not see `import()`, hence the second rule from the same row.
const vendorBlocks = vendors.map(({ name, in: folders, message, ...row }) => {
  const regex = forbiddenPackages(row).source
  const dynamicImport = { selector: `ImportExpression[source.value=/${regex}/]`, message }
  const writesSql = folders.every((folder) => folder === 'src/database' || folder.startsWith('packages/'))
  const decorators = folders.every((folder) => contractFolders.includes(folder)) ? [] : [decoratorsStayInTheContract]
  return {
    name,
    files: folders.map(filesOf),
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ regex, message }, ...(writesSql ? [] : [sqlText])] },
      ],
      'no-restricted-syntax': ['error', ...alwaysRestricted, ...decorators, dynamicImport],
    },
  }
})

export default tseslint.config(
  { ignores: ['**/dist/**', 'data/**', 'coverage/**', 'models/demo/**', ...generated] },
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    plugins: { 'import-x': importX },
    settings: {
      // Without this resolver a `.js` specifier of a `.ts` file is unknown to import-x and every zone is silently inert.
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: import.meta.dirname })],
    },
    rules: {
      'import-x/no-default-export': 'error',
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      eqeqeq: 'error',
    },
  },
  { files: ['*.config.js', 'tools/jest/{runner,worker}.mjs'], rules: { 'import-x/no-default-export': 'off' } },
  { files: ['**/*.js', '**/*.mjs'], rules: { 'no-unused-vars': 'error', 'prefer-const': 'error', 'no-var': 'error' } },
  {
    files: typescript,
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { zones: zonesPlugin },
    rules: {
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [sqlText] }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...alwaysRestricted, decoratorsStayInTheContract],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only src/config/env.ts reads the environment: accept the value as an argument.',
        },
      ],
      // type-graphql: a class of decorated fields or a class with one decorated method is the declaration itself.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // typeorm declares its option objects as classes and accepts literals of them everywhere.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A port promises a Promise also where an adapter has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // `return next()`, `() => stop()` and `${count} rows` are shorter than what the defaults ask for, and as clear.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // Lengths of the contract count code points, which is what spreading a string yields.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Rest siblings say "everything but"; Express knows an error handler by its four parameters.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
    },
  },
  {
    files: contractFolders.map(filesOf),
    rules: { 'no-restricted-syntax': ['error', ...alwaysRestricted] },
  },
  { files: environmentReaders, rules: { 'no-restricted-properties': 'off' } },
  { files: ['tools/**', 'bench/**'], rules: { 'no-console': 'off' } },
  // `expect(spy.method)` names a method without calling it.
  {
    files: ['{test,packages/*/test}/**/*.ts'],
    rules: { '@typescript-eslint/unbound-method': 'off', '@typescript-eslint/no-restricted-imports': 'off' },
  },
  // Projects of their own, whose packages are not installed here: their own compiler checks the types.
  {
    files: examples,
    extends: [tseslint.configs.strict, tseslint.configs.stylistic, tseslint.configs.disableTypeChecked],
  },
  {
    files: ['examples/graphql-request/**'],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off' },
  },
  // Declarations of the .js files beside them: they hold no code to check types in.
  { files: ['*.d.ts'], extends: [tseslint.configs.disableTypeChecked] },
  ...zoneBlocks,
  ...vendorBlocks,
)
