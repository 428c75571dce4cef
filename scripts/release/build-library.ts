/**
 * Builds the package of the library in design-system/dist, ready to be packed or published from there: one ES module
 * per source module, types, style sheets with and without fonts, the Tailwind preset, messages of every language. The
 * workspace itself still uses the sources; only the manifest that is written here names the built files.
 *   npm run build -w design-system
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import ts from 'typescript'
import { build } from 'vite'
import { type Defaults, findIdsInData, withDefaultMessages } from './library-messages.ts'
import { optionalPeers, peerRanges } from './package-peers.ts'

const root = path.resolve(import.meta.dirname, '../..')
const source = path.join(root, 'design-system')
const out = path.join(source, 'dist')
const preset = path.join(root, 'tailwind.config.ts')
const read = (file: string) => readFileSync(file, 'utf8')
const json = (file: string) => JSON.parse(read(file)) as Record<string, unknown>
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(out, file)), { recursive: true })
  writeFileSync(path.join(out, file), text)
}

const manifest = json(path.join(source, 'package.json')) as {
  name: string
  version: string
  license: string
  exports: Record<string, string>
  dependencies: Record<string, string>
}
const entries = Object.entries(manifest.exports).filter(([, file]) => file.endsWith('.ts'))
const fonts = Object.keys(manifest.dependencies).filter(name => name.startsWith('@fontsource'))

/** Modules that are referenced by address and not imported: workers. */
const byAddress = /new URL\(\s*(['"])(\.[^'"]+)\.ts\1/g

function compile(defaults: Defaults): void {
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  ).options
  const options: ts.CompilerOptions = {
    ...config,
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: source,
    outDir: out,
    sourceMap: false,
  }
  // The preset for Tailwind is no module of the library, and imports its tokens.
  const tokens = [...read(preset).matchAll(/'(\.\/design-system\/[^']+\.ts)'/g)].map(match =>
    path.join(root, match[1] ?? ''),
  )
  const first = ts.createProgram([...entries.map(([, file]) => path.join(source, file)), ...tokens], options)
  const ours = (program: ts.Program) =>
    program.getSourceFiles().filter(file => file.fileName.startsWith(`${source}/`) && !file.isDeclarationFile)
  const workers = ours(first).flatMap(file =>
    [...file.text.matchAll(byAddress)].map(match => path.resolve(path.dirname(file.fileName), `${match[2]}.ts`)),
  )
  // Types were checked as sources; declarations that cannot be emitted still fail below.
  const program =
    workers.length === 0
      ? first
      : ts.createProgram([...first.getRootFileNames(), ...workers], options, undefined, first)

  const importsOf = (file: ts.SourceFile) =>
    file.statements.flatMap(statement => {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
      const typeOnly = ts.isImportDeclaration(statement)
        ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
        : statement.isTypeOnly
      const from = statement.moduleSpecifier
      if (typeOnly || !from || !ts.isStringLiteral(from) || !from.text.startsWith('.')) return []
      return program.getSourceFile(path.resolve(path.dirname(file.fileName), from.text)) ?? []
    })
  /** Ids that a file or anything it imports has as data: the possible values of an id computed at run time. */
  const near = (file: ts.SourceFile) => {
    const reached = new Set([file])
    for (const each of reached) for (const next of importsOf(each)) reached.add(next)
    return [...reached].flatMap(each => idsInData(each))
  }
  const idCache = new Map<ts.SourceFile, string[]>()
  const idsInData = (file: ts.SourceFile) => {
    const cached = idCache.get(file) ?? findIdsInData(file, defaults)
    idCache.set(file, cached)
    return cached
  }
  const { diagnostics } = program.emit(
    undefined,
    (name, text) => {
      // Declarations contain the names of sources, and addresses are no imports.
      const built = name.endsWith('.d.ts')
        ? text.replace(/(from |import\()(['"])(\.[^'"]+)\.tsx?\2/g, '$1$2$3.js$2')
        : text.replace(byAddress, (whole, _quote, stem: string) => whole.replace(`${stem}.ts`, `${stem}.js`))
      write(path.relative(out, name), built)
    },
    undefined,
    false,
    { before: [withDefaultMessages(defaults, near)] },
  )
  if (diagnostics.length > 0) {
    console.error(
      ts.formatDiagnostics(diagnostics, {
        getCanonicalFileName: name => name,
        getCurrentDirectory: () => root,
        getNewLine: () => '\n',
      }),
    )
    process.exit(1)
  }
}

/** The classes of the library, compiled: an application needs no Tailwind. */
async function styles(): Promise<void> {
  const work = path.join(root, 'node_modules/.cache/library')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const index = read(path.join(source, 'styles/index.css'))
    .replaceAll(
      /'(\.\.?\/[^']*)'/g,
      (_, file: string) => `'${path.resolve(source, 'styles', file).replaceAll('\\', '/')}'`,
    )
    .concat(
      ['stories.tsx', 'test.ts', 'test.tsx', 'mdx'].map(kind => `@source not '${source}/**/*.${kind}';\n`).join(''),
      `@source not '${source}/testing';\n@source not '${out}';\n`,
    )
  writeFileSync(path.join(work, 'styles.css'), index)
  writeFileSync(path.join(work, 'styles-without-fonts.css'), index.replace(/@import '[^']*fonts\.css';\n/, ''))
  await build({
    configFile: false,
    root: work,
    base: './',
    logLevel: 'warn',
    plugins: [tailwindcss()],
    build: {
      outDir: out,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: ['styles', 'styles-without-fonts'].map(name => path.join(work, `${name}.css`)),
        output: {
          assetFileNames: asset =>
            asset.names.some(file => file.endsWith('.css')) ? '[name][extname]' : 'fonts/[name][extname]',
        },
      },
    },
  })
  // For applications with their own Tailwind: the same tokens and utilities, not compiled.
  for (const file of ['tokens.css', 'base.css', 'utilities.css', 'variants.css'])
    cpSync(path.join(source, 'styles', file), path.join(out, 'styles', file))
  const own = read(path.join(source, 'styles/index.css'))
    .split('\n')
    .filter(line => !/^@(source|config)|'tailwindcss'|fonts\.css/.test(line))
    .join('\n')
  write('tailwind.css', own.replaceAll("'../", "'./styles/"))
  const built = ts.transpileModule(read(preset), {
    compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  }).outputText
  write('tailwind-preset.js', built.replaceAll(/'\.\/design-system\/([^']+)\.ts'/g, "'./$1.js'"))
  write(
    'tailwind-preset.d.ts',
    "import type { Config } from 'tailwindcss'\ndeclare const preset: Config\nexport default preset\n",
  )
}

/** Texts of the components in every language, without those of the console. */
function messages(): Defaults {
  const locales = path.join(root, 'locales')
  const files = readdirSync(locales).filter(name => /^[a-z]{2}-[A-Z]{2}\.json$/.test(name))
  const own = (file: string) =>
    Object.fromEntries(
      Object.entries(json(path.join(locales, file)) as Record<string, string>).filter(
        ([id]) => id.startsWith('DesignSystem.') && !id.startsWith('DesignSystem.Story.'),
      ),
    )
  for (const file of files) write(`messages/${file}`, `${JSON.stringify(own(file), null, 2)}\n`)
  return own('en-US.json')
}

function writeManifest(): void {
  const built = (file: string) => file.replace(/^\.\//, '').replace(/\.ts$/, '')
  const range = (name: string) => `^${manifest.dependencies[name]}`
  const optional = Object.values(optionalPeers(Object.keys(manifest.dependencies))).flat()
  const dependencies = Object.keys(manifest.dependencies).filter(
    name => !(name in peerRanges) && !fonts.includes(name) && !optional.includes(name),
  )
  write(
    'package.json',
    `${JSON.stringify(
      {
        name: manifest.name,
        version: manifest.version,
        license: manifest.license,
        type: 'module',
        description: 'Accessible, themeable components for consoles: right to left, dense, tested',
        sideEffects: ['**/*.css'],
        exports: {
          ...Object.fromEntries(
            entries.map(([name, file]) => [name, { types: `./${built(file)}.d.ts`, default: `./${built(file)}.js` }]),
          ),
          './styles.css': './styles.css',
          './styles-without-fonts.css': './styles-without-fonts.css',
          './tailwind.css': './tailwind.css',
          './tailwind-preset': { types: './tailwind-preset.d.ts', default: './tailwind-preset.js' },
          './messages/*.json': './messages/*.json',
          './package.json': './package.json',
        },
        dependencies: Object.fromEntries(dependencies.map(name => [name, range(name)])),
        peerDependencies: {
          ...peerRanges,
          ...Object.fromEntries(optional.map(name => [name, range(name)])),
          tailwindcss: '^4.2.0',
        },
        peerDependenciesMeta: Object.fromEntries([...optional, 'tailwindcss'].map(name => [name, { optional: true }])),
      },
      null,
      2,
    )}\n`,
  )
  for (const [from, to] of [
    ['design-system/docs/package.md', 'README.md'],
    ['design-system/CHANGELOG.md', 'CHANGELOG.md'],
    ['LICENSE', 'LICENSE'],
  ] as const) {
    if (existsSync(path.join(root, from))) cpSync(path.join(root, from), path.join(out, to))
  }
}

const started = performance.now()
rmSync(out, { recursive: true, force: true })
compile(messages())
await styles()
writeManifest()
const count = readdirSync(out, { recursive: true }).length
console.log(
  `design-system/dist: ${count} files in ${((performance.now() - started) / 1000).toFixed(1)} s. Pack it with: npm pack ./design-system/dist`,
)
