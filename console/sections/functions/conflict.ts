import type { FunctionBody } from '@assay/risk-service/contract'

/** Where two versions of a function differ: its own texts, its parameters, and its properties by name. */
export function functionDifferences(mine: FunctionBody, theirs: FunctionBody): { id: string; property: string | null; mine: string; theirs: string }[] {
  const parametersOf = ({ parameters }: FunctionBody) => parameters.map(({ type, name, default: value }) => `${type} ${name} = ${value}`).join('\n')
  const own = [
    ...(['name', 'description'] as const).map(id => ({ id: id as string, property: null as string | null, mine: mine[id], theirs: theirs[id] })),
    { id: 'parameters', property: null, mine: parametersOf(mine), theirs: parametersOf(theirs) },
  ]
  const names = [...new Set([...mine.properties, ...theirs.properties].map(({ name }) => name))]
  const text = (body: FunctionBody, wanted: string) => body.properties.filter(({ name }) => name === wanted).map(({ type, default: value, code }) => `${type} = ${value}\n${code}`).join('\n')
  return [...own, ...names.map(name => ({ id: `property ${name}`, property: name, mine: text(mine, name), theirs: text(theirs, name) }))]
    .filter(field => field.mine !== field.theirs)
}
