import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withCompilerOptions } from 'react-docgen-typescript'
import { convert, type DocgenInfo } from 'storybook/internal/docs-tools'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { omitNull } from '../../.storybook/docs/arg-types.ts'
import { docgenOptions } from '../../.storybook/docs/docgen.ts'

const library = path.resolve(import.meta.dirname, '..')

interface Manifest {
  exports: Record<string, string>
}
const entries = Object.values(
  (JSON.parse(readFileSync(path.join(library, 'package.json'), 'utf8')) as Manifest).exports,
)
  .filter(file => file.endsWith('/index.ts') || file === './index.ts')
  .map(file => path.join(library, file))

function readProgram() {
  const configuration = path.resolve(library, '../tsconfig.json')
  const { config } = ts.readConfigFile(configuration, ts.sys.readFile) as { config: { compilerOptions: object } }
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, types: [] }, library)
  return { options, program: ts.createProgram(entries, options) }
}

const { options, program } = readProgram()
const checker = program.getTypeChecker()

/** Names of the components that the entries of the package export, with the properties of their props. */
const components = new Map(
  entries.flatMap(entry => {
    const source = program.getSourceFile(entry)
    const module = source && checker.getSymbolAtLocation(source)
    return (module ? checker.getExportsOfModule(module) : []).flatMap(name => {
      const symbol = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name
      if (!/^[A-Z][a-z]/.test(name.name) || !(symbol.flags & ts.SymbolFlags.Value)) return []
      const [props] = checker.getTypeOfSymbol(symbol).getCallSignatures()[0]?.parameters ?? []
      return [[name.name, props ? ownNames(checker.getTypeOfSymbol(props)) : []] as const]
    })
  }),
)

function isOwn({ declarations }: ts.Symbol): boolean {
  return declarations?.some(declaration => declaration.getSourceFile().fileName.startsWith(library)) === true
}

/**
 * The properties that the library declares itself. Of a union, those that any of its parts has; one that a part only
 * narrows, such as a required `aria-label`, is the element's.
 */
function ownNames(type: ts.Type): string[] {
  const properties = (type.isUnion() ? type.types : [type]).flatMap(part => checker.getPropertiesOfType(part))
  const foreign = new Set(properties.filter(property => !isOwn(property)).map(({ name }) => name))
  return [...new Set(properties.map(({ name }) => name))].filter(name => !foreign.has(name))
}

/** What the documentation pages show. */
const documented = new Map(
  withCompilerOptions(options, docgenOptions)
    .parseWithProgramProvider(entries, () => program)
    .filter(({ displayName }) => components.has(displayName))
    .map(({ displayName, description, props }) => [displayName, { description, props }]),
)

it('the props tables have every component of the package', () => {
  expect(components.size).toBeGreaterThan(180)
  expect([...components.keys()].filter(name => !documented.has(name))).toEqual([])
  expect([...documented].filter(([, { description }]) => description === '').map(([name]) => name)).toEqual([])
})

it('the props tables have every prop that a component declares', () => {
  const missing = [...components].flatMap(([name, props]) =>
    props.filter(prop => documented.get(name)?.props[prop] === undefined).map(prop => `${name}.${prop}`),
  )
  expect(missing).toEqual([])
  expect(Object.keys(documented.get('Button')?.props ?? {})).toEqual(expect.arrayContaining(['variant', 'size']))
})

it('every prop has a description and a type', () => {
  const unexplained = [...documented].flatMap(([name, { props }]) =>
    Object.values(props)
      .filter(({ description, type }) => description === '' || type.name === '' || type.name === 'any')
      .map(prop => `${name}.${prop.name}`),
  )
  expect(unexplained).toEqual([])
})

it('every component with props has a table on a page', () => {
  const onPages = new Set(
    globSync('**/*.stories.tsx', { cwd: library }).flatMap(file => {
      const text = readFileSync(path.join(library, file), 'utf8')
      const [, component = '', parts = ''] =
        /\bcomponent: (\w+)[^,}]*(?:,\s*subcomponents: \{([^}]*)\})?/.exec(text) ?? []
      return [component, ...parts.split(',').map(name => name.trim())]
    }),
  )
  const withProps = [...documented].filter(([, { props }]) => Object.keys(props).length > 0).map(([name]) => name)
  // Providers of the application have no stories of their own.
  expect(withProps.filter(name => !onPages.has(name))).toEqual([
    'AnnouncerProvider',
    'ChartsProvider',
    'AppIntlProvider',
  ])
})

it('the variants of a component are values of a control, without null', () => {
  const variant = documented.get('Button')?.props['variant']
  if (variant === undefined) throw new Error('Button has no variant')
  const type = convert(variant as unknown as DocgenInfo)
  const table = { type: { summary: variant.type.name } }
  const context = { argTypes: { variant: { name: 'variant', type, table } }, initialArgs: {} }
  expect(omitNull(context as unknown as Parameters<typeof omitNull>[0])).toMatchObject({
    variant: {
      type: { name: 'enum', value: ['primary', 'secondary', 'ghost', 'danger'] },
      table: { type: { summary: '"primary" | "secondary" | "ghost" | "danger"' } },
    },
  })
})
