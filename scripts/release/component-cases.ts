/**
 * Every component of the installed library with the props of its conformance test, rendered to a text as a server does
 * it, without a catalogue.
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { environment, root } from '../test/stages.ts'
import type { Assert } from './test-application.ts'

const library = path.join(root, 'design-system')
const packageName = '@assay/design-system'

/** What the tests import beside components: a collection takes the place of the test runner. */
const substitutes: Record<string, string> = {
  'vitest.js': 'export const beforeAll = () => undefined\n',
  'react.js': 'export const act = () => undefined\nexport const cleanup = act\nexport const screen = {}\n',
  'render-with-app.js': 'export const renderWithApp = () => undefined\n',
  'conformance.js':
    'export const cases = []\nexport const testLayerConformance = (layer, subjects) => cases.push(...Object.entries(subjects))\n',
}
const substituteOf = (source: string): string | undefined => {
  const name = source === '@testing-library/react' ? 'react' : path.basename(source).replace(/\.tsx?$/, '')
  const file = `${name}.js`
  return file in substitutes && source !== 'react' ? file : undefined
}

/** The imports of a test lead to the modules of the installed package, not to the sources beside it. */
function modulesOfPackage(app: string): Plugin {
  return {
    name: 'modules-of-package',
    enforce: 'pre',
    resolveId(source, importer) {
      // The library promises that its modules do nothing by themselves; its tests are imported for what they do.
      if (source.startsWith(library)) return { id: source, moduleSideEffects: true }
      if (!importer?.startsWith(library)) return undefined
      const substitute = substituteOf(source)
      if (substitute !== undefined) return path.join(app, 'substitutes', substitute)
      if (!source.startsWith('.')) return this.resolve(source, path.join(app, 'cases.js'))
      const file = path.relative(library, path.resolve(path.dirname(importer), source))
      return path.join(app, 'node_modules', packageName, file.replace(/\.tsx?$/, '.js'))
    },
  }
}

/** An element for a case, and what an application without messages puts around it. */
const application = `
import { createElement as h } from 'react'
import { AnnouncerProvider } from '${packageName}'
import { AppIntlProvider, createAppIntl } from '${packageName}/i18n'
const intl = createAppIntl({ locale: 'en-US', messages: {}, timeZone: 'UTC' })
export const elementOf = ([, { render }]) => h(AppIntlProvider, { value: intl }, h(AnnouncerProvider, null, render({})))
`
const server = `
import { writeFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { elementOf } from './application.js'
import { cases } from './cases.js'
const results = cases.map(subject => {
  try {
    return { name: subject[0], html: renderToString(elementOf(subject)) }
  } catch (error) {
    return { name: subject[0], html: '', problem: String(error) }
  }
})
writeFileSync('results.json', JSON.stringify(results))
process.exit(0)
`
function writeSources(app: string): void {
  const tests = globSync('*/conformance.browser.test.tsx', { cwd: library }).toSorted()
  const files: Record<string, string> = {
    'cases.js': [
      ...tests.map(file => `import ${JSON.stringify(path.join(library, file))}`),
      "export { cases } from './substitutes/conformance.js'",
    ].join('\n'),
    'application.js': application,
    'cases-server.js': server,
  }
  mkdirSync(path.join(app, 'substitutes'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(app, name), text)
  for (const [name, text] of Object.entries(substitutes)) writeFileSync(path.join(app, 'substitutes', name), text)
}

/** What shows that a text has no English: the mark of `createAppIntl`, or the id that react-intl shows. */
const untranslated = /<<UNKNOWN[^>]*>?|\bDesignSystem\.[A-Z]\w+(\.\w+)+/

/** Imports every entry of the package in Node, and renders every component to a text. */
export async function checkServer(app: string, assert: Assert): Promise<void> {
  const run = (args: string[]) =>
    execFileSync(process.execPath, args, { cwd: app, encoding: 'utf8', env: environment(), maxBuffer: 2 ** 27 })
  const { exports } = JSON.parse(readFileSync(path.join(app, 'node_modules', packageName, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { default: string }>
  }
  const entries = Object.entries(exports).flatMap(([name, target]) =>
    typeof target === 'object' && target.default.endsWith('.js') ? [path.posix.join(packageName, name)] : [],
  )
  writeFileSync(
    path.join(app, 'entries.js'),
    `for (const entry of ${JSON.stringify(entries)})
  await import(entry).catch(error => console.log(entry + ': ' + String(error).split('\\n')[0]))`,
  )
  const failures = run(['entries.js']).trim()
  assert(entries.length > 5 && failures === '', `Node cannot import entries of the package: ${failures}`)

  writeSources(app)
  await build({
    configFile: false,
    root: app,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    plugins: [modulesOfPackage(app)],
    build: {
      ssr: 'cases-server.js',
      // Imports of the package are relative to the application.
      outDir: app,
      emptyOutDir: false,
      rolldownOptions: {
        output: { entryFileNames: 'rendered.js' },
        external: id =>
          id.includes('/node_modules/') || /^(node:|(react|react-dom|lucide-react|@assay)(\/|$))/.test(id),
      },
    },
  })
  run(['rendered.js'])
  const results = JSON.parse(readFileSync(path.join(app, 'results.json'), 'utf8')) as {
    name: string
    html: string
    problem?: string
  }[]
  assert(results.length > 100, `Only ${results.length} components have a case`)
  for (const { name, html, problem } of results) {
    assert(problem === undefined, `A server cannot render ${name}: ${problem}`)
    assert(!untranslated.test(html), `${name} has no English on a server: ${untranslated.exec(html)?.[0]}`)
  }
  console.log(`${entries.length} entries imported and ${results.length} components rendered in Node`)
}
